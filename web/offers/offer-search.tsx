import { useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'

import { useDraft } from '#web/lib/use-draft.ts'
import { Icon } from '#web/ui/icon.tsx'

import { forgetAhead } from './ask-ahead.ts'
import { countFilters, OfferChips } from './offer-chips.tsx'
import { HiddenFilters, OfferFilterFields } from './offer-filter-fields.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { useFilters } from './use-filters.ts'
import { useHidingBar } from './use-hiding-bar.ts'

/** How long typing rests before the list follows, in milliseconds. */
const TYPING_REST = 120

/** Search and filters, always at hand. Without scripts it is an ordinary form with a button. */
export function OfferSearch() {
  const { filters, change, expect } = useFilters()
  const [isOpen, setIsOpen] = useState(false)
  const { bar, isHidden } = useHidingBar()
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isOpen) bringIntoSight(document.getElementById('filters')!)
  }, [isOpen])
  const closeByKey = ({ key }: KeyboardEvent) => {
    // The browser closes what lies open over them.
    if (key !== 'Escape' || document.querySelector(':popover-open')) return
    setIsOpen(false)
    toggle.current?.focus()
  }
  const isForShops = filters.view === 'shops'
  return (
    <form
      ref={bar}
      className={isHidden ? 'search away' : 'search'}
      role="search"
      method="get"
      // Without scripts one lands at the list, not above what welcomes.
      action={isForShops ? undefined : '#offers'}
      aria-label="Offers and shops"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="wrap">
        <div className="search-row">
          <SearchField filters={filters} change={change} expect={expect} />
          <RefreshButton />
          {!isForShops && <FilterToggle ref={toggle} count={countFilters(filters)} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} />}
          <button type="submit" className="btn second scripted:hidden">
            Search
          </button>
        </div>
        {isForShops ? (
          <HiddenFilters filters={{ view: 'shops' }} />
        ) : (
          <>
            <OfferFilterFields filters={filters} change={change} isOpen={isOpen} onKeyDown={closeByKey} />
            <OfferChips filters={filters} change={change} />
          </>
        )}
      </div>
    </form>
  )
}

type ToggleProps = { ref: Ref<HTMLButtonElement>; count: number; isOpen: boolean; onPress: () => void }

/** Opens the filters of a small screen, and says how many are set. */
const FilterToggle = ({ ref, count, isOpen, onPress }: ToggleProps) => (
  <button ref={ref} type="button" className="tool toggle" aria-expanded={isOpen} aria-controls="filters" onClick={onPress}>
    <Icon name="sliders-horizontal" />
    <span className="sr-only">Filters</span>
    {count > 0 && (
      <span className="count">
        {count}
        <span className="sr-only"> active</span>
      </span>
    )}
  </button>
)

function SearchField({ filters, change, expect }: ReturnType<typeof useFilters>) {
  const { draft, type, flush } = useDraft(
    filters.q ?? '',
    (q) => change({ q }, { isTyped: true }),
    TYPING_REST,
    (q) => expect({ q }),
  )
  useEffect(() => forgetAhead, [])
  return (
    <div className="field-search">
      <Icon name="magnifying-glass" />
      <label className="sr-only" htmlFor="q">
        Search offers and shops
      </label>
      <input
        id="q"
        name="q"
        type="search"
        placeholder="Search offers and shops..."
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        value={draft}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && flush()}
      />
    </div>
  )
}

/**
 * Where the bar stands low in the window, the page moves on until all of the filters that open below it are seen. The browser's own way would
 * move it wherever the bar is, for jumps keep clear of the filters (base.css).
 */
function bringIntoSight(filters: Element) {
  const room = window.innerHeight - parseFloat(getComputedStyle(filters).scrollMarginBottom)
  const beyond = filters.getBoundingClientRect().bottom - room
  if (beyond > 0) window.scrollBy({ top: beyond })
}
