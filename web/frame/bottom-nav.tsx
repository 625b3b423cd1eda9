import { NavLink } from 'react-router'

import { LoginLink } from '#web/session/login-link.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { HomeLink } from './home-link.tsx'

/** Within reach of the thumb, on small screens only (D-14). */
export const BottomNav = () => (
  <nav className="bottom-nav" aria-label="Bottom">
    <HomeLink>
      <Icon name="house" />
      Home
    </HomeLink>
    <LoginLink className="guest-only">
      <Icon name="user" />
      Login
    </LoginLink>
    <NavLink className="consumer-only" to="/favorite-shops">
      <Icon name="storefront" />
      Liked Shops
    </NavLink>
    <NavLink className="consumer-only" to="/liked-offers">
      <Icon name="heart" />
      Liked Offers
    </NavLink>
    <NavLink className="consumer-only" to="/profile">
      <Icon name="user" />
      Profile
    </NavLink>
  </nav>
)
