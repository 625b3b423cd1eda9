import type { FocusEvent } from 'react'

import { SERVICES } from '#contract/constants.ts'
import type { Demand } from '#contract/offer.ts'

import { Icon } from '#web/ui/icon.tsx'

import { DEMAND_NAMES, SERVICE_NAMES } from './catch-names.ts'
import type { FilterProps } from './offer-address.ts'

/** Who walks on by keyboard leaves it: it would lie over where they are. */
function closeBehind({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (relatedTarget && !currentTarget.contains(relatedTarget) && !relatedTarget.matches('.catch-opener')) currentTarget.hidePopover()
}

/**
 * The catch as a filter: what a list leaves out because the shopper does not have it. A popover of the browser's own, which closes by
 * Escape and by a press beside it, and needs no script.
 */
export function CatchField({ filters, change }: FilterProps) {
  const { without = [], service } = filters
  const count = without.length + (service ? 1 : 0)
  const toggle = (demand: Demand) =>
    change({ without: without.includes(demand) ? without.filter((other) => other !== demand) : [...without, demand] })
  return (
    <>
      <button type="button" className="select catch-opener" popoverTarget="catch-filter">
        <span>The catch</span>
        <b>{count === 0 ? 'Any' : `${count} chosen`}</b>
        <Icon name="caret-down" />
      </button>
      {/* oxlint-disable-next-line no-noninteractive-element-interactions -- it hears where the focus goes, and is not to be pressed */}
      <div id="catch-filter" className="catch-filter" popover="auto" role="dialog" aria-labelledby="catch-title" onBlur={closeBehind}>
        <p id="catch-title" className="font-bold">
          Only what I can use
        </p>
        <fieldset>
          <legend>Leave out what asks for</legend>
          {Object.entries(DEMAND_NAMES).map(([demand, name]) => (
            <label key={demand} className="choice">
              <input
                type="checkbox"
                name="without"
                value={demand}
                checked={without.includes(demand as Demand)}
                onChange={() => toggle(demand as Demand)}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>How I take it</legend>
          {[undefined, ...SERVICES].map((way) => (
            <label key={way ?? ''} className="choice">
              <input type="radio" name="service" value={way ?? ''} checked={service === way} onChange={() => change({ service: way })} />
              {way ? SERVICE_NAMES[way] : 'Any way'}
            </label>
          ))}
        </fieldset>
        <p className="hint">Shops do not name everything here: look at the catch before you go.</p>
        <button type="button" className="btn second" popoverTarget="catch-filter" popoverTargetAction="hide">
          Done
        </button>
      </div>
    </>
  )
}
