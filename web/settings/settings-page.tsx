import { NoIndex, PageHead } from '#web/frame/page-head.tsx'
import { useSession } from '#web/session/session-store.ts'

import { AccountSettings } from './account-settings.tsx'
import { ConfirmationBanner } from './confirmation-banner.tsx'
import { DeviceSettings } from './device-settings.tsx'
import { GuestSettings } from './guest-settings.tsx'
import { useHashTarget } from './use-hash-target.ts'

/** Device preferences for anyone, account matters for whoever is signed in (D-09). */
export default function SettingsPage() {
  const user = useSession((session) => session.user)
  useHashTarget(user !== null)
  return (
    <div className="wrap pb-14">
      <PageHead title="Settings | Kade" />
      <NoIndex />
      <h1 className="page-title mb-6">Settings</h1>
      <ConfirmationBanner />
      <div className="settings">
        <DeviceSettings />
        {user ? <AccountSettings key={user.id} user={user} /> : <GuestSettings />}
      </div>
    </div>
  )
}
