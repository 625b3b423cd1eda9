/** About where shops are that have no coordinates, by the neighbourhood that their address names. Only ever suggested. */
import type { City } from '#contract/city.ts'
import { findNeighbourhood } from '#contract/find-neighbourhood.ts'
import type { Problem } from '#contract/offer-csv.ts'
import { quoteValue, type ShopRow } from '#contract/offer-csv.ts'
import { foldName } from '#contract/search.ts'

/** Addresses that are remembered, so that each is asked for once. */
const LIMIT = 20_000
const NONE: Problem[] = []

export class Places {
  readonly #city: City
  readonly #known: Set<string>
  readonly #asked = new Set<string>()

  /** `known` are names of shops of which the catalogue knows the place: a guess must not stand beside it. */
  constructor(city: City, known: string[] = []) {
    this.#city = city
    this.#known = new Set(known.map(foldName))
  }

  /** What might stand in the two columns of a shop's place. */
  add({ name, address, position }: ShopRow['shop']): Problem[] {
    if (position !== undefined || !address) return NONE
    const key = `${name}|${address}`
    if (this.#asked.has(key) || this.#asked.size >= LIMIT) return NONE
    this.#asked.add(key)
    const place = this.#known.has(foldName(name)) ? undefined : findNeighbourhood(address, this.#city)
    if (!place) return NONE
    const reason = `No coordinates are given. “${quoteValue(address)}” is in ${place.name}, and this is about its middle`
    return [
      { column: 'latitude', value: '', reason, suggests: String(place.lat) },
      { column: 'longitude', value: '', reason, suggests: String(place.lng) },
    ]
  }
}
