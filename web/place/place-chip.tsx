import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { Link } from 'react-router'

import { RADII } from '#contract/constants.ts'
import { describeRadius } from '#contract/distance.ts'

import { isPlainPress } from '#web/lib/is-plain-press.ts'
import { usePassedFocus, type Heirs } from '#web/lib/use-passed-focus.ts'
import type { FilterProps } from '#web/offers/offer-address.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import { askPosition } from './ask-position.ts'
import { useOrigin } from './place-origin.tsx'
import { originText, usePlace } from './place-store.ts'

const loadDialog = () => import('./place-dialog.tsx')

/**
 * The distance chip with its control (D-15): a pin that says from where distances are measured and opens the choice of it, and a radius
 * around that. While nobody has chosen, and no radius was asked for, the question where the shopper is stands there instead.
 */
export function PlaceChip({ filters, change }: FilterProps) {
  const { position } = usePlace()
  const origin = useOrigin()
  const isRadiusShown = !origin.isApproximate || filters.radius !== undefined
  // A place that the address names is not chosen here.
  const isGiven = !origin.isApproximate && origin.position !== position
  const latest = useRef<FilterProps>(null)
  useEffect(() => {
    latest.current = { filters, change }
    return () => void (latest.current = null)
  })
  // A position may take its time: what has been wished meanwhile stays, and whoever has left is not called back.
  const sortNearest = () => {
    if (latest.current && !latest.current.filters.sort) latest.current.change({ sort: 'distance' }, { isLate: true })
  }
  return (
    <span className="place-chips scripted-only">
      <span className={isRadiusShown ? `chip place ${filters.radius ? 'on' : ''}` : 'contents'}>
        {isGiven ? <Icon name="map-pin" /> : <OriginLink isInChip={isRadiusShown} onChosen={sortNearest} />}
        {isRadiusShown && <RadiusSelect filters={filters} change={change} />}
      </span>
      {origin.isApproximate && <NearMe heirs={TO_PIN} onFound={sortNearest} />}
    </span>
  )
}

const TO_PIN: Heirs = [(gone) => gone.closest('.place-chips')?.querySelector('a')]

/** Asks the browser for its position; a failure is said in a toast. Where it goes away with that, its heirs have the focus. */
export function NearMe({ heirs, onFound }: { heirs: Heirs; onFound?: () => void }) {
  const { isAsking } = usePlace()
  const ref = usePassedFocus<HTMLButtonElement>(heirs)
  const ask = async () => {
    if (await askPosition()) onFound?.()
  }
  return (
    <button ref={ref} type="button" className="chip" aria-busy={isAsking} onClick={() => void ask()}>
      <Icon name="navigation-arrow" />
      {isAsking ? 'Locating…' : 'Near me'}
    </button>
  )
}

/** A pin with words beside it, unless the choice of a radius says them. Without scripts, and in another tab, it leads to Settings, where one chooses as well. */
function OriginLink({ isInChip, onChosen }: { isInChip: boolean; onChosen: () => void }) {
  const origin = useOrigin()
  const [isChoosing, setIsChoosing] = useState(false)
  const close = () => setIsChoosing(false)
  const loaded = useLoadedPart(isChoosing, loadDialog, close)
  const open = (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    setIsChoosing(true)
  }
  return (
    <>
      <Link
        className="place-origin"
        to="/settings#distances"
        aria-haspopup="dialog"
        aria-busy={isChoosing && !loaded}
        onClick={open}
        onPointerEnter={() => void loadDialog()}
      >
        <Icon name="map-pin" />
        <span className="sr-only">Distances are measured </span>
        <span className={isInChip ? 'sr-only' : 'link'}>from {originText(origin)}</span>
        <span className="sr-only"> (change this)</span>
      </Link>
      {isChoosing && loaded && <loaded.PlaceDialog onClose={close} onChosen={onChosen} />}
    </>
  )
}

function RadiusSelect({ filters, change }: FilterProps) {
  const { isApproximate, position } = useOrigin()
  const chosen = filters.radius ?? ''
  const radii = RADII.map(String)
  const around = isApproximate ? ' of the centre' : position.name ? ` of ${position.name}` : ''
  return (
    <>
      <select aria-label="Distance" value={chosen} onChange={(event) => change({ radius: event.target.value || undefined })}>
        <option value="">Any distance{position.name && ` from ${position.name}`}</option>
        {[...radii, ...(chosen && !radii.includes(chosen) ? [chosen] : [])].map((radius) => (
          <option key={radius} value={radius}>
            {`Within ${describeRadius(Number(radius))}${around}`}
          </option>
        ))}
      </select>
      <Icon name="caret-down" />
    </>
  )
}
