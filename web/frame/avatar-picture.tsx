import { useState } from 'react'

import { initialOf } from '#contract/person-name.ts'
import type { Consumer } from '#contract/consumer.ts'

import placeholder from './avatar.svg?url'

/** Somebody's picture, or the one that stands for everybody (#40); where it does not come, the first letter of the name (#41). */
export function AvatarPicture({ user }: { user: Pick<Consumer, 'name' | 'imageUrl'> }) {
  const [isDead, setIsDead] = useState(false)
  if (isDead) return <b aria-hidden="true">{initialOf(user.name)}</b>
  return (
    <img
      src={user.imageUrl || placeholder}
      alt=""
      width={36}
      height={36}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setIsDead(true)}
    />
  )
}
