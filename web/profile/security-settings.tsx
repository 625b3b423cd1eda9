import { Link } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'

import { AccountDeletion } from './account-deletion.tsx'
import { FirstPassword } from './first-password.tsx'
import { PasswordForm } from './password-form.tsx'
import { hasNoPassword } from './profile-draft.ts'

/** Change password, or the way to a first one, where one is signed in, delete account (#83, D-09). */
export const SecuritySettings = ({ user }: { user: Consumer }) => (
  <div className="security">
    {hasNoPassword(user) ? (
      <FirstPassword user={user} />
    ) : (
      <section className="panel">
        <h2>Change password</h2>
        <p className="muted">All your other devices are signed out. This one stays.</p>
        <PasswordForm user={user} />
      </section>
    )}
    <div className="security-side">
      <section className="panel">
        <h2>Signed-in devices</h2>
        <p className="muted mb-4">See where you are signed in, and sign out what you do not know.</p>
        <Link className="btn second" to="/settings#devices">
          Show devices
        </Link>
      </section>
      <AccountDeletion user={user} />
    </div>
  </div>
)
