import { useQuery } from '@tanstack/react-query'

import { findNeighbourhood } from '#contract/find-neighbourhood.ts'

import { useCity } from '#web/lib/city.tsx'
import { neighbourhoodsQuery } from '#web/place/queries.ts'

import { ShopField, type ShopFieldProps } from './shop-field.tsx'

type Props = {
  latitude: ShopFieldProps
  longitude: ShopFieldProps
  address: string
  onChoose: (cells: { latitude: string; longitude: string }) => void
}

/** Where a shop is. Where nobody has said so, its neighbourhood is suggested: about right, and nothing that is taken by itself. */
export function ShopPlace({ latitude, longitude, address, onChoose }: Props) {
  const { name } = useCity()
  const { data: neighbourhoods = [] } = useQuery(neighbourhoodsQuery)
  const isMissing = latitude.value === '' && longitude.value === ''
  const place = isMissing && address ? findNeighbourhood(address, { name, neighbourhoods }) : undefined
  return (
    <>
      <div className="desk-fields">
        <ShopField {...latitude} hint="Degrees, as in 6.9117" />
        <ShopField {...longitude} hint="Degrees, as in 79.8501" />
      </div>
      {place && (
        <p className="import-acts">
          <span className="hint">The address is in {place.name}: its middle is about right.</span>
          <button
            type="button"
            className="btn second"
            onClick={() => onChoose({ latitude: String(place.lat), longitude: String(place.lng) })}
          >
            Use the middle of {place.name}
          </button>
        </p>
      )}
    </>
  )
}
