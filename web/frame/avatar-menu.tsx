/** The menu of whoever is signed in, by Radix. It is loaded because somebody opens it, so it begins open. */
import { DropdownMenu } from 'radix-ui'
import { Link } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'

import { AvatarPicture } from './avatar-picture.tsx'

export function AvatarMenu({ user, onLogOut }: { user: Consumer; onLogOut: () => void }) {
  return (
    // It stands in the header, a landmark, and not at the end of the page. Modal, it would lock scrolling by a style element, which the policy of our pages refuses.
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger className="avatar" aria-label="Account">
        <AvatarPicture key={user.imageUrl} user={user} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="drop" align="end" sideOffset={8} collisionPadding={8}>
        <DropdownMenu.Item asChild>
          <Link to="/profile">
            <b>{user.name || 'Guest User'}</b>
            <span>{user.email}</span>
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild onSelect={onLogOut}>
          <button type="button">Logout</button>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
