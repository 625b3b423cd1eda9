import type { Point } from '#contract/wire.ts'

import { useOrigin } from '#web/place/place-origin.tsx'

import { useCity } from './city.tsx'
import { describeDistance } from './distance.ts'

/** The distance to a shop. Where it is only approximate, it says from where it was measured. */
export function DistanceText({ location }: { location: Point | null }) {
  const city = useCity()
  const { text, isApproximate } = describeDistance(location, useOrigin())
  if (!isApproximate) return <span>{text}</span>
  return (
    <span title={`From the centre of ${city.name}`}>
      {text}
      <span className="sr-only"> from the centre of {city.name}</span>
    </span>
  )
}
