import { useState } from 'react'

import { initialOf } from '#contract/person-name.ts'
import type { Consumer } from '#contract/consumer.ts'

/** Somebody's picture, or the first letter of the name where there is none, or where it does not come (#41). The name stands beside it. */
export function ProfileAvatar({ user: { name, imageUrl } }: { user: Pick<Consumer, 'name' | 'imageUrl'> }) {
  const [dead, setDead] = useState<string>()
  const isShown = imageUrl && dead !== imageUrl
  return (
    <span className="portrait">
      {isShown ? (
        <img key={imageUrl} src={imageUrl} alt="" width={120} height={120} decoding="async" onError={() => setDead(imageUrl)} />
      ) : (
        <b aria-hidden="true">{initialOf(name)}</b>
      )}
    </span>
  )
}
