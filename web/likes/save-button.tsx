import { Icon } from '#web/ui/icon.tsx'

import type { LikeTarget } from './like-target.ts'
import { useLike } from './use-like.tsx'

type Props = { target: LikeTarget; className: string; off: string; on: string }

/** A like in words, on the page of what it is about: `off` until it is liked, `on` from then on; they say all that a pressed button would. */
export function SaveButton({ target, className, off, on }: Props) {
  const { isLiked, isBusy, toggle, question } = useLike(target, 'question')
  return (
    <>
      <button
        type="button"
        className={`like scripted-only ${className}`}
        data-liked={isLiked}
        aria-busy={isBusy}
        onClick={(event) => event.detail < 2 && toggle()}
      >
        <Icon name={isLiked ? 'heart-fill' : 'heart'} />
        {isLiked ? on : off}
      </button>
      {question}
    </>
  )
}
