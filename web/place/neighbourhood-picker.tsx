import { useEffect, useId, useState, type KeyboardEvent, type RefObject } from 'react'

import type { Neighbourhood } from '#contract/city.ts'

import { Icon } from '#web/ui/icon.tsx'

import { NeighbourhoodsMissing } from './neighbourhoods-missing.tsx'
import { useNeighbourhoods } from './use-neighbourhoods.ts'

type Choice = { chosen: string | undefined; onChoose: (neighbourhood: Neighbourhood) => void }
type Props = Choice & { field: RefObject<HTMLInputElement | null> }

/** Accents are for whoever finds them on the keyboard. */
const withoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .trim()
    .toLowerCase()

/** Those that have the words in their names, and first those that begin with them. */
function findNeighbourhoods(all: Neighbourhood[], words: string) {
  const found = all.map((one) => ({ one, at: withoutAccents(one.name).indexOf(withoutAccents(words)) })).filter(({ at }) => at >= 0)
  return found.toSorted((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1)).map(({ one }) => one)
}

/** The neighbourhoods, and a field that narrows them down. The arrows walk through the list while the focus stays in the field. */
export function NeighbourhoodPicker({ field, chosen, onChoose }: Props) {
  const id = useId()
  const query = useNeighbourhoods()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(-1)
  const matches = findNeighbourhoods(query.data ?? [], words)
  const active = matches[at]
  const type = (text: string) => {
    setWords(text)
    setAt(withoutAccents(text) ? 0 : -1)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || matches.length === 0) return
    if (event.key === 'Enter' && active) onChoose(active)
    else if (event.key === 'ArrowDown') setAt((at + 1) % matches.length)
    else if (event.key === 'ArrowUp') setAt(at > 0 ? at - 1 : matches.length - 1)
    else return
    event.preventDefault()
  }
  return (
    <div className="fld">
      <label htmlFor={id}>A neighbourhood</label>
      <span className="field-search">
        <Icon name="magnifying-glass" />
        <input
          ref={field}
          id={id}
          role="combobox"
          placeholder="Type its name…"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={matches.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={active && `${id}${active.name}`}
          value={words}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </span>
      <div className="neighbourhoods">
        <NeighbourhoodsMissing query={query} />
        <p className={matches.length > 0 ? 'sr-only' : 'hint'} role="status">
          {query.data && words && (matches.length > 0 ? `${matches.length} to choose from` : 'No neighbourhood is called that.')}
        </p>
        <NeighbourhoodList id={id} matches={matches} active={active} chosen={chosen} onChoose={onChoose} />
      </div>
    </div>
  )
}

type ListProps = Choice & { id: string; matches: Neighbourhood[]; active: Neighbourhood | undefined }

function NeighbourhoodList({ id, matches, active, chosen, onChoose }: ListProps) {
  useEffect(() => {
    if (active) document.getElementById(`${id}${active.name}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div id={`${id}list`} role="listbox" aria-label="Neighbourhoods" hidden={matches.length === 0}>
      {matches.map((neighbourhood) => (
        <button
          type="button"
          key={neighbourhood.name}
          id={`${id}${neighbourhood.name}`}
          role="option"
          tabIndex={-1}
          aria-selected={neighbourhood === active}
          onClick={() => onChoose(neighbourhood)}
        >
          {neighbourhood.name}
          {neighbourhood.name === chosen && (
            <>
              <Icon name="check" />
              <span className="sr-only"> (chosen)</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
