import type { Point } from '#contract/wire.ts'

import { useOrigin } from '#web/place/place-origin.tsx'

import { useCity } from './city.tsx'
import { describeDistance } from './distance.ts'

type Props = {
  location: Point | null
  /** What has no place has one after all: the web. */
  isOnline?: boolean
  hasRoom?: boolean
}

/**
 * The distance to a shop. Where it is not from where the shopper is, it says from where: aloud and on hovering, and for every eye where a
 * chosen neighbourhood has room to be named. A list names it once, above all its cards.
 */
export function DistanceText({ location, isOnline = false, hasRoom = false }: Props) {
  const city = useCity()
  const origin = useOrigin()
  const { text, from } = describeDistance(location, origin)
  if (isOnline && !location) return <span>Online</span>
  if (!from) return <span>{text}</span>
  const words = origin.isApproximate ? `${from} of ${city.name}` : from
  return (
    <span title={`From ${words}`}>
      {text}
      <span className={hasRoom && !origin.isApproximate ? undefined : 'sr-only'}> from {words}</span>
    </span>
  )
}
