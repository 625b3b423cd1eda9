import { useState } from 'react'

import { useCity } from '#web/lib/city.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { askPosition } from './ask-position.ts'
import { NeighbourhoodsMissing } from './neighbourhoods-missing.tsx'
import { choosePlace, usePlace, type ChosenPlace, type Place } from './place-store.ts'
import { useNeighbourhoods } from './use-neighbourhoods.ts'

/** From where distances are measured: the centre (D-20), a neighbourhood, or where the browser is. */
export function PlaceSetting({ disabled }: { disabled: boolean }) {
  const city = useCity()
  const place = usePlace()
  const [isChoosing, setIsChoosing] = useState(false)
  const origin = place.isAsking ? 'here' : isChoosing || place.position?.name ? 'chosen' : place.position ? 'here' : 'centre'
  const choose = (position?: ChosenPlace) => {
    setIsChoosing(false)
    choosePlace(position)
  }
  const ask = () => {
    setIsChoosing(false)
    void askPosition({ isThere: true })
  }
  return (
    <fieldset className="setting" id="distances" tabIndex={-1} disabled={disabled}>
      <legend>Distances are measured from</legend>
      <div className="choices">
        <label className="choice">
          <input type="radio" name="origin" checked={origin === 'centre'} onChange={() => choose()} />
          <Icon name="map-pin" />
          The centre of {city.name}
        </label>
        <label className="choice">
          <input type="radio" name="origin" checked={origin === 'here'} onChange={ask} />
          <Icon name="navigation-arrow" />
          Where I am
        </label>
        <label className="choice">
          <input type="radio" name="origin" checked={origin === 'chosen'} onChange={() => setIsChoosing(true)} />
          <Icon name="house" />
          A neighbourhood
        </label>
        {origin === 'chosen' && <NeighbourhoodSelect chosen={place.position?.name} onChoose={choose} />}
      </div>
      <p className="hint" role="status">
        {describePlace(place)}
      </p>
    </fieldset>
  )
}

/** What was chosen stands there even where the others cannot be loaded. */
function NeighbourhoodSelect({ chosen, onChoose }: { chosen: string | undefined; onChoose: (chosen?: ChosenPlace) => void }) {
  const query = useNeighbourhoods()
  const { data = [] } = query
  const names = data.length > 0 ? data.map(({ name }) => name) : chosen === undefined ? [] : [chosen]
  return (
    <>
      {names.length > 0 && (
        <label className="select">
          <span className="sr-only">Neighbourhood</span>
          <select value={chosen ?? ''} onChange={(event) => onChoose(data.find(({ name }) => name === event.target.value))}>
            {chosen === undefined && <option value="">Choose one…</option>}
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <Icon name="caret-down" />
        </label>
      )}
      <NeighbourhoodsMissing query={query} />
    </>
  )
}

function describePlace({ isAsking, position }: Place) {
  if (isAsking) return 'Your browser is asked for its position…'
  if (position?.name) return 'From its middle. It stays in this browser until you choose otherwise, and needs no permission.'
  return position
    ? 'Your position stays in this tab, and goes out rounded to about 100 m.'
    : 'From the centre they are approximate, and marked so.'
}
