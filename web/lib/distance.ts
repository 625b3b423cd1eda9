/** How far a shop is, as a page says it (D-20). */
import { distanceBetween, formatDistance, positionOf } from '#contract/distance.ts'
import type { Point, Position } from '#contract/wire.ts'

type Origin = { position: Position & { name?: string }; isApproximate: boolean }

/**
 * Measured from where the shopper is, or from the neighbourhood that they chose, and then the words name it; or from the centre of the
 * city, and then they say that this is approximate.
 */
export function describeDistance(location: Point | null, { position, isApproximate }: Origin) {
  const shop = positionOf(location)
  if (!shop) return { text: formatDistance(undefined), from: undefined }
  const text = formatDistance(distanceBetween(position, shop))
  return { text: isApproximate ? `~${text}` : text, from: isApproximate ? 'the centre' : position.name }
}
