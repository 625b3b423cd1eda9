import { Tabs } from 'radix-ui'
import { useSearchParams } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'

import { NoIndex, PageHead } from '#web/frame/page-head.tsx'
import { LoginLink } from '#web/session/login-link.tsx'
import { useSession } from '#web/session/session-store.ts'
import { useAlive } from '#web/lib/use-alive.ts'

import { ProfileInformation } from './profile-information.tsx'
import { SecuritySettings } from './security-settings.tsx'

/** The server renders a shell: whose profile it is, the browser alone knows (D-58). */
export default function ProfilePage() {
  const user = useSession((session) => session.user)
  return (
    <div className="wrap pb-14">
      <PageHead title="Profile | Kade" />
      <NoIndex />
      <h1 className="page-title">Profile</h1>
      {user ? <ProfileTabs key={user.id} user={user} /> : <ProfileShell />}
    </div>
  )
}

const TABS = { information: 'Profile Information', security: 'Security Settings' } as const

/** Which tab shows stands in the address (`?tab=security`). A profile that is being edited stays as it is meanwhile; passwords do not. */
function ProfileTabs({ user }: { user: Consumer }) {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'security' ? 'security' : 'information'
  const choose = (next: string) =>
    setSearch(next === 'security' ? { tab: next } : {}, { replace: true, preventScrollReset: true, flushSync: true })
  return (
    <Tabs.Root value={tab} onValueChange={choose}>
      <Tabs.List className="tabs" aria-label="Profile">
        {Object.entries(TABS).map(([value, label]) => (
          <Tabs.Trigger key={value} value={value}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content className="tab-panel" value="information" forceMount tabIndex={-1}>
        <ProfileInformation user={user} />
      </Tabs.Content>
      <Tabs.Content className="tab-panel" value="security" tabIndex={-1}>
        <SecuritySettings user={user} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** What the server knows of it. Who is signed out while the page is open, by another tab for example, is told so. */
function ProfileShell() {
  const isAlive = useAlive()
  if (isAlive)
    return (
      <p className="py-6">
        You are signed out. <LoginLink className="link">Sign in</LoginLink>
      </p>
    )
  return (
    <>
      <p className="py-6 scripted:hidden">Your profile needs scripts, which are switched off in this browser.</p>
      <div className="scripted-only py-6">
        <p className="spin" role="status">
          Loading your profile
        </p>
        <span className="sk line block w-2/3" />
        <span className="sk line block w-1/2" />
      </div>
    </>
  )
}
