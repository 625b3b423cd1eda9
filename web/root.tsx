import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from 'react-router'

import type { Api } from '#contract/calls.ts'
import { pageContext } from '#contract/page-context.ts'
import { learnClock } from '#contract/time.ts'

import type { Route } from './+types/root'
import { BottomNav } from './frame/bottom-nav.tsx'
import { ErrorPage } from './frame/error-page.tsx'
import { THEME_COLOURS, writeFirstScript } from './frame/first-script.ts'
import { Footer } from './frame/footer.tsx'
import { Header } from './frame/header.tsx'
import { LaterStyles } from './frame/later-styles.tsx'
import { announceAlive } from './frame/late-script.ts'
import { usePageFocus } from './frame/use-page-focus.ts'
import { useStaleTab } from './frame/use-stale-tab.ts'
import { keepAnswers } from './lib/browser-cache.ts'
import { browserQueries } from './lib/browser.ts'
import { CityContext, pickCityFacts } from './lib/city.tsx'
import { NowProvider } from './lib/clock.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { useAlive } from './lib/use-alive.ts'
import { guardPages, useSessionGuard } from './session/use-session-guard.ts'
import { IntentHost } from './likes/intent-host.tsx'
import { OriginProvider } from './place/place-origin.tsx'
import styles from './styles/app.css?url'
import price from './styles/fonts/archivo-price.woff2?url'
import sign from './styles/fonts/archivo-sign.woff2?url'
import strong from './styles/fonts/archivo-strong.woff2?url'
import text from './styles/fonts/archivo-text.woff2?url'
import { ToastHost } from './ui/toast-host.tsx'

export const links: Route.LinksFunction = () =>
  [text, sign, strong, price].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  }))

/** What a browser needs when somebody puts Kade on their home screen: fetched with all else, it would make the first picture wait. */
function InstallLinks() {
  return (
    useAlive() && (
      <>
        <link rel="apple-touch-icon" href="/icons/touch-180.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </>
    )
  )
}

/** Where we are, what time it is there, and who is to be asked. */
export function loader({ context }: Route.LoaderArgs) {
  const { city, contact, hasGoogle, publicUrl, now } = context.get(pageContext)
  return { city: pickCityFacts(city, now()), contact, hasGoogle, publicUrl, now: now() }
}
/** That does not change while one walks from page to page. */
export const shouldRevalidate = () => false

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [({ request }) => guardPages(request)]

/** What scripts have noted on the document (frame/first-script.ts): a page of errors is drawn anew, in the same theme and for the same person. */
const readMarks = () =>
  Object.fromEntries(
    Object.entries(document.documentElement.dataset).map(([name, value]) => [`data-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`, value]),
  )

/** The document, around pages and errors alike. */
export function Layout({ children }: { children: ReactNode }) {
  const facts = useRouteLoaderData<typeof loader>('root')
  if (facts) learnClock(facts.city.timeZone, facts.city.clock)
  const [queries] = useState(() => (typeof document === 'undefined' ? createQueryClient(noApi) : browserQueries))
  return (
    <html lang="en" suppressHydrationWarning {...(typeof document !== 'undefined' && readMarks())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={THEME_COLOURS.light} suppressHydrationWarning />
        {/* It has run when this is drawn in the browser, which need not carry it once more. */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? writeFirstScript() : '' }} />
        {/* With a precedence it stands before what React collects for the head. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        <LaterStyles />
        <Links />
        <InstallLinks />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <QueryClientProvider client={queries}>
          <CityContext value={facts?.city}>
            <NowProvider start={facts?.now ?? 0}>
              <OriginProvider>{children}</OriginProvider>
            </NowProvider>
          </CityContext>
        </QueryClientProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** While a page is rendered, no query asks: the loaders have asked already. */
const noApi: Api = () => Promise.reject(new Error('Nothing is fetched while a page is rendered'))

export default function Root() {
  useEffect(() => keepAnswers(browserQueries), [])
  useEffect(announceAlive, [])
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  )
}

/** Where the page speaks for itself: no footer below, no navigation at the bottom (#30, #31). */
const BARE = new Set(['/', '/login', '/register'])

function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const facts = useRouteLoaderData<typeof loader>('root')
  useStaleTab()
  useSessionGuard()
  const main = usePageFocus()
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      {!BARE.has(pathname) && (
        <>
          {facts && <Footer contact={facts.contact} />}
          <BottomNav />
        </>
      )}
      <IntentHost />
      <ToastHost />
    </>
  )
}
