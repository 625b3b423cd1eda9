/** How far a shop is, as a page says it (D-20). */
import { distanceBetween, formatDistance, positionOf } from '#contract/distance.ts'
import type { Point } from '#contract/wire.ts'

import { originText, type Origin } from '#web/place/place-store.ts'

/**
 * Measured from where the shopper is, or from the neighbourhood that they chose, and then the words name it; or from the centre of the
 * city, and then they say that this is approximate.
 */
export function describeDistance(location: Point | null, origin: Pick<Origin, 'position' | 'isApproximate'>) {
  const shop = positionOf(location)
  if (!shop) return { text: formatDistance(undefined), from: undefined }
  const kilometres = distanceBetween(origin.position, shop)
  const text = formatDistance(origin.isApproximate ? roughly(kilometres) : kilometres)
  const isNamed = origin.isApproximate || origin.position.name !== undefined
  return { text: origin.isApproximate ? `~${text}` : text, from: isNamed ? originText(origin) : undefined }
}

/** To a hundred metres, below a kilometre as above it: what is approximate promises no more. */
const roughly = (kilometres: number) => Math.round(kilometres * 10) / 10
