import { useState } from 'react'

import { useSession } from '#web/session/session-store.ts'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

import { isLikedIn } from './like-target.ts'
import { takeIntent } from './remember-intent.ts'
import { toggleLike } from './toggle-like.ts'

/** Once after signing in: what the guest wanted to like is asked about, not done silently (D-33). */
export function LikeQuestion() {
  const [target, setTarget] = useState(takeIntent)
  const isLiked = useSession((session) => target !== undefined && isLikedIn(session, target))
  if (!target || isLiked) return null
  const close = () => setTarget(undefined)
  const like = () => {
    close()
    void toggleLike(target)
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
