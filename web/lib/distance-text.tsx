import type { Point } from '#contract/wire.ts'

import { useCity } from './city.tsx'
import { describeDistance } from './distance.ts'

/** The distance to a shop. Where it is only approximate, it says from where it was measured. */
export function DistanceText({ location, distance }: { location: Point | null; distance?: number | undefined }) {
  const city = useCity()
  const { text, isApproximate } = describeDistance({ location, distance }, city)
  if (!isApproximate) return <span>{text}</span>
  return (
    <span title={`From the centre of ${city.name}`}>
      {text}
      <span className="sr-only"> from the centre of {city.name}</span>
    </span>
  )
}
