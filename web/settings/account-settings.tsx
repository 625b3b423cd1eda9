import { Link } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'

import { AccountDeletion } from '#web/profile/account-deletion.tsx'

import { ConfirmationHint } from './confirmation-mail.tsx'
import { DataExport } from './data-export.tsx'
import { GooglePanel } from './google-panel.tsx'
import { InterestSettings } from './interest-settings.tsx'
import { RecommendationSettings } from './recommendation-settings.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

/** What belongs to the account, wherever one is signed in. */
export const AccountSettings = ({ user }: { user: Consumer }) => (
  <section className="settings-part" aria-labelledby="account">
    <h2 id="account">Your account</h2>
    <p className="muted break-words">
      Signed in as {user.email}.{' '}
      <Link className="link" to="/profile">
        Profile
      </Link>
    </p>
    <ConfirmationHint user={user} />
    <SignedInDevices user={user} />
    <GooglePanel user={user} />
    <InterestSettings user={user} />
    <RecommendationSettings user={user} />
    <DataExport />
    <AccountDeletion user={user} level="h3" />
  </section>
)
