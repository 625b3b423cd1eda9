import { Suspense } from 'react'

import { Icon } from '#web/ui/icon.tsx'

import type { LikeTarget } from './like-target.ts'
import { useLike } from './use-like.tsx'

type Props = { target: LikeTarget; className: string; off: string; on: string }

/** A like in words, on the page of what it is about: `off` until it is liked, `on` from then on. */
export function SaveButton({ target, className, off, on }: Props) {
  const { isLiked, wanted, toggle, question } = useLike(target, 'question')
  return (
    <>
      <button
        type="button"
        className={`like scripted-only ${className}`}
        aria-pressed={isLiked}
        aria-busy={wanted !== undefined}
        onClick={toggle}
      >
        <Icon name={isLiked ? 'heart-fill' : 'heart'} />
        {isLiked ? on : off}
      </button>
      <Suspense>{question}</Suspense>
    </>
  )
}
