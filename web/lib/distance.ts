/** How far a shop is, as a page says it (D-20). */
import { distanceBetween, formatDistance, positionOf } from '#contract/distance.ts'
import type { Point, Position } from '#contract/wire.ts'

/** Measured from where the shopper is; or from the centre of the city, and then the words say that this is approximate. */
export function describeDistance(location: Point | null, { position, isApproximate }: { position: Position; isApproximate: boolean }) {
  const shop = positionOf(location)
  if (!shop) return { text: formatDistance(undefined), isApproximate: false }
  const text = formatDistance(distanceBetween(position, shop))
  return { text: isApproximate ? `~${text}` : text, isApproximate }
}
