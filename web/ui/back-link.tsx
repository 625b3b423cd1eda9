import { Link, useLocation, useNavigate } from 'react-router'

import { isPlainPress } from '#web/lib/is-plain-press.ts'

import { Icon } from './icon.tsx'

/** What a link from a list carries, so that "back" can mean the way one came. */
export const FROM_LIST = { from: 'list' } as const

/**
 * Leads back to a list: to the very one that the visitor came from, with its filters and scroll position, or else to `to`.
 */
export function BackLink({ to, children }: { to: string; children: string }) {
  const navigate = useNavigate()
  const { state } = useLocation() as { state: Partial<typeof FROM_LIST> | null }
  return (
    <Link
      className="back"
      to={to}
      onClick={(event) => {
        if (state?.from !== FROM_LIST.from || !isPlainPress(event)) return
        event.preventDefault()
        void navigate(-1)
      }}
    >
      <Icon name="arrow-left" />
      {children}
    </Link>
  )
}
