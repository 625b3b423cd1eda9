/** How far a shop is, as a page says it (D-20). */
import { distanceBetween, formatDistance, positionOf } from '#contract/distance.ts'
import type { Point } from '#contract/wire.ts'

import type { CityFacts } from './city.tsx'

/**
 * `distance` is the API's, from a place that the visitor named. Without one it is measured from the centre of the city, and the words
 * say that this is approximate.
 */
export function describeDistance({ location, distance }: { location: Point | null; distance?: number | undefined }, city: CityFacts) {
  if (distance !== undefined) return { text: formatDistance(distance), isApproximate: false }
  const position = positionOf(location)
  if (!position) return { text: formatDistance(undefined), isApproximate: false }
  return { text: `~${formatDistance(distanceBetween(city.center, position))}`, isApproximate: true }
}
