import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useAlive } from '#web/lib/use-alive.ts'

import { GoogleButton } from './google-button.tsx'
import { useSession } from './session-store.ts'

const UNSCRIPTED = 'Signing in needs JavaScript, which is switched off here. Everything else works without.'

/** The shop front that both screens stand in: an awning, a name over the door, and what is inside. */
export const EntranceFrame = ({ title, lead, children }: { title: string; lead: string; children: ReactNode }) => (
  <div className="entrance">
    <div className="awning-hold">
      <div className="awning" aria-hidden="true" />
    </div>
    <div className="in">
      <div>
        <h1>{title}</h1>
        <p className="muted">{lead}</p>
      </div>
      {/* Scripts need not carry it. */}
      <p
        className="banner note scripted:hidden"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? UNSCRIPTED : '' }}
      />
      {children}
    </div>
  </div>
)

/** What one can do instead: sign in by Google, go on without an account, or to the other of the two screens. */
export const OtherWays = ({ children }: { children: ReactNode }) => (
  <div className="other-ways">
    <GoogleButton />
    <Link className="btn second" to="/">
      Continue as Guest
    </Link>
    <p>{children}</p>
  </div>
)

/** Sends the form once: while it is on its way, and before the page is alive, there is nothing to press. */
export function SubmitButton({ children, busy }: { children: string; busy: string }) {
  const isAlive = useAlive()
  const isLoading = useSession((session) => session.isLoading)
  return (
    <button className="btn" disabled={!isAlive} aria-disabled={isLoading}>
      {isLoading ? busy : children}
    </button>
  )
}
