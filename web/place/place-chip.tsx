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
 * where that is.
 */
export function PlaceChip({ filters, change }: Props) {
  const { isApproximate } = useOrigin()
  return (
    <span className="place-chips scripted-only">
      {(!isApproximate || filters.radius) && <RadiusChip filters={filters} change={change} />}
      {isApproximate && <NearMe onFound={() => change({ sort: 'distance' })} />}
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

function RadiusChip({ filters, change }: Props) {
  const { isApproximate } = useOrigin()
  const chosen = filters.radius ?? ''
  const radii = RADII.map(String)
  const from = isApproximate ? ' of the centre' : ''
  return (
    <label className={chosen ? 'chip place on' : 'chip place'}>
      <span className="sr-only">Distance</span>
      <Icon name="map-pin" />
      <select value={chosen} onChange={(event) => change({ radius: event.target.value || undefined })}>
        <option value="">Any distance</option>
        {[...radii, ...(chosen && !radii.includes(chosen) ? [chosen] : [])].map((radius) => (
          <option key={radius} value={radius}>
            {`Within ${describeRadius(Number(radius))}${from}`}
          </option>
        ))}
      </select>
      <Icon name="caret-down" />
    </label>
  )
}
