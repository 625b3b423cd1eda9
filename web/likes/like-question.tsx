import { useEffect, useState } from 'react'

import { useSession } from '#web/session/session-store.ts'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

import { isLikedIn } from './like-target.ts'
import { forgetIntent, readIntent } from './remember-intent.ts'
import { setLikeOf } from './toggle-like.ts'

/** Once after signing in: what the guest wanted to like is asked about, not done silently (D-33). It is remembered until there is an answer. */
export function LikeQuestion() {
  const [target, setTarget] = useState(readIntent)
  const userId = useSession(({ user }) => user?.id)
  const isLiked = useSession((session) => target !== undefined && isLikedIn(session, target))
  useEffect(() => {
    if (isLiked) forgetIntent()
  }, [isLiked])
  if (!target || isLiked || userId === undefined) return null
  const close = () => {
    forgetIntent()
    setTarget(undefined)
  }
  const like = () => {
    close()
    void setLikeOf(userId, target, true)
  }
  return (
    <AlertDialog
      title={target.type === 'OFFER' ? 'Like this offer?' : 'Like this shop?'}
      description={target.name}
      isOpen
      onOpenChange={(isOpen) => isOpen || close()}
    >
      <div className="row">
        <CancelButton>Not now</CancelButton>
        <button type="button" className="btn" onClick={like}>
          Like
        </button>
      </div>
    </AlertDialog>
  )
}
