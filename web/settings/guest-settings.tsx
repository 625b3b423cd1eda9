import { LoginLink } from '#web/session/login-link.tsx'

/** What belongs to an account, for whoever has not signed in. The server draws it for everyone; whoever is signed in never sees it. */
export const GuestSettings = () => (
  <section className="settings-part guest-only" aria-labelledby="account">
    <h2 id="account">Your account</h2>
    <p className="muted">
      <LoginLink className="link">Sign in</LoginLink> to see your devices, choose your interests, take along what is known about you, or
      delete your account.
    </p>
  </section>
)
