import { useState } from 'react'
import { useNavigate } from 'react-router'

import { logOut } from '#web/session/log-out.ts'
import { useSession } from '#web/session/session-store.ts'

import type { AvatarMenu } from './avatar-menu.tsx'
import { AvatarPicture } from './avatar-picture.tsx'

const fetchMenu = () => import('./avatar-menu.tsx')

/** Opens the menu of whoever is signed in (#42). The menu comes with the first press, or with the pointer on its way there. */
export function AvatarButton() {
  const user = useSession((session) => session.user)
  const navigate = useNavigate()
  const [Menu, setMenu] = useState<typeof AvatarMenu>()
  const open = () =>
    fetchMenu().then(
      (module) => setMenu(() => module.AvatarMenu),
      () => navigate('/profile'),
    )
  return (
    <div className="account consumer-only">
      {Menu && user ? (
        <Menu user={user} onLogOut={() => void logOut(navigate, '/login')} />
      ) : (
        <button
          type="button"
          className="avatar"
          aria-label="Account"
          aria-haspopup="menu"
          aria-expanded={false}
          onPointerEnter={() => void fetchMenu().catch(() => undefined)}
          onClick={() => void open()}
        >
          {user && <AvatarPicture key={user.imageUrl} user={user} />}
        </button>
      )}
    </div>
  )
}
