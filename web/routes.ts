/** Every address of the web app, and the page that answers it. What is not here leads home. */
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('landing/landing-page.tsx'),
  route('home', 'home/home-page.tsx'),
  route('offers/:id', 'offers/offer-page.tsx'),
  route('shops', 'shops/shops-redirect.ts'),
  route('shops/:id', 'shops/shop-page.tsx'),
  route('login', 'session/login-page.tsx'),
  route('register', 'session/register-page.tsx'),
  route('profile', 'profile/profile-page.tsx'),
  route('favorite-shops', 'likes/liked-shops-page.tsx'),
  route('liked-offers', 'likes/liked-offers-page.tsx'),
  route('settings', 'settings/settings-page.tsx'),
  route('privacy', 'legal/privacy-page.tsx'),
  route('terms', 'legal/terms-page.tsx'),
  route('web', 'imports/import-page.tsx'),
  route('import-template.csv', 'imports/import-template.ts'),
  route('shops-template.csv', 'imports/shops-template.ts'),
  route('*', 'frame/unknown-page.ts'),
] satisfies RouteConfig
