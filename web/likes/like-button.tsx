import { Icon } from '#web/ui/icon.tsx'

import type { LikeTarget } from './like-target.ts'
import { useLike, type GuestWay } from './use-like.tsx'

/** A heart over a picture. It is filled once the server has the like, and beats while that is on its way. */
export function LikeButton({ target, guestWay }: { target: LikeTarget; guestWay: GuestWay }) {
  const { isLiked, isBusy, toggle, question } = useLike(target, guestWay)
  return (
    <>
      <button
        type="button"
        className="heart scripted-only"
        aria-pressed={isLiked}
        aria-busy={isBusy}
        aria-label={`Like ${target.name}`}
        // A double tap is one press.
        onClick={(event) => event.detail < 2 && toggle()}
      >
        <Icon name={isLiked ? 'heart-fill' : 'heart'} />
      </button>
      {question}
    </>
  )
}
