/** About where shops are that have no coordinates, by the neighbourhood that their address names. Only ever suggested. */
import type { City } from '#contract/city.ts'
import { findNeighbourhood } from '#contract/find-neighbourhood.ts'
import type { Problem } from '#contract/offer-csv.ts'
import { quoteValue, type OfferRow } from '#contract/offer-csv.ts'
import { foldName } from '#contract/search.ts'

/** Addresses that are remembered, so that each is told once. */
const LIMIT = 20_000

export class Places {
  readonly #city: City
  readonly #known: Set<string>
  readonly #told = new Set<string>()

  /** `known` are names of shops of which the catalogue knows the place: a guess must not stand beside it. */
  constructor(city: City, known: string[] = []) {
    this.#city = city
    this.#known = new Set(known.map(foldName))
  }

  /** What might stand in the two columns of a shop's place. */
  add({ name, address, position }: OfferRow['shop']): Problem[] {
    if (position !== undefined || !address || this.#known.has(foldName(name))) return []
    const key = `${foldName(name)}|${foldName(address)}`
    if (this.#told.has(key) || this.#told.size >= LIMIT) return []
    const place = findNeighbourhood(address, this.#city)
    if (!place) return []
    this.#told.add(key)
    const reason = `No coordinates are given. “${quoteValue(address)}” is in ${place.name}, and this is about its middle`
    return [
      { column: 'latitude', value: '', reason, suggests: String(place.lat) },
      { column: 'longitude', value: '', reason, suggests: String(place.lng) },
    ]
  }
}
