import { Link } from 'react-router'

import { RADII } from '#contract/constants.ts'
import { describeRadius } from '#contract/distance.ts'

import type { OfferFilters, Wish } from '#web/offers/offer-address.ts'
import { Icon } from '#web/ui/icon.tsx'

import { askPosition } from './ask-position.ts'
import { useOrigin } from './place-origin.tsx'
import { usePlace } from './place-store.ts'

type Props = { filters: OfferFilters; change: (wish: Wish) => void }

/**
 * The distance chip with its control (D-15). While nobody knows where the shopper is, and no radius was asked for, it is the question
 * where that is. Beside it stands from where distances are measured, which is chosen in Settings (D-09).
 */
export function PlaceChip({ filters, change }: Props) {
  const { isApproximate } = useOrigin()
  const isRadiusShown = !isApproximate || filters.radius !== undefined
  return (
    <span className="place-chips scripted-only">
      {isRadiusShown && <RadiusChip filters={filters} change={change} />}
      {isApproximate && <NearMe onFound={() => change({ sort: 'distance' })} />}
      {!isRadiusShown && <OriginLink>from the centre</OriginLink>}
    </span>
  )
}

/** Asks the browser for its position; a failure is said in a toast. */
export function NearMe({ onFound }: { onFound?: () => void }) {
  const { isAsking } = usePlace()
  const ask = async () => {
    if (await askPosition()) onFound?.()
  }
  return (
    <button type="button" className="chip" aria-busy={isAsking} onClick={() => void ask()}>
      <Icon name="navigation-arrow" />
      {isAsking ? 'Locating…' : 'Near me'}
    </button>
  )
}

/** A pin, with words beside it where there is room. It leads to where the origin is chosen. */
const OriginLink = ({ isInChip = false, children }: { isInChip?: boolean; children: string }) => (
  <Link className="place-origin" to="/settings#distances">
    <Icon name="map-pin" />
    <span className="sr-only">Distances are measured </span>
    <span className={isInChip ? 'sr-only' : 'link max-md:sr-only'}>{children}</span>
    <span className="sr-only"> (change this in Settings)</span>
  </Link>
)

function RadiusChip({ filters, change }: Props) {
  const { position } = usePlace()
  const origin = useOrigin()
  const chosen = filters.radius ?? ''
  const radii = RADII.map(String)
  const from = origin.isApproximate ? ' of the centre' : ''
  // A place that the address names is not for Settings to change.
  const isNamed = !origin.isApproximate && origin.position !== position
  return (
    <span className={chosen ? 'chip place on' : 'chip place'}>
      {isNamed ? (
        <Icon name="map-pin" />
      ) : (
        <OriginLink isInChip>{origin.isApproximate ? 'from the centre' : 'from where you are'}</OriginLink>
      )}
      <select aria-label="Distance" value={chosen} onChange={(event) => change({ radius: event.target.value || undefined })}>
        <option value="">Any distance</option>
        {[...radii, ...(chosen && !radii.includes(chosen) ? [chosen] : [])].map((radius) => (
          <option key={radius} value={radius}>
            {`Within ${describeRadius(Number(radius))}${from}`}
          </option>
        ))}
      </select>
      <Icon name="caret-down" />
    </span>
  )
}
