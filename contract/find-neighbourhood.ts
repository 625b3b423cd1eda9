/** Which neighbourhood of the city an address names: a gazetteer that needs no network, and knows no more than the profile of the city. */
import type { City, Neighbourhood } from './city.ts'
import { fold } from './search.ts'

/** `Colombo 03`, `COLOMBO-3` and `Col 3` are one. */
const tidy = (part: string) =>
  fold(part)
    .replace(/[.'’]/g, '')
    .replace(/[-–—\s]+/g, ' ')
    .replace(/\b0+(?=\d{1,2}$)/, '')
    .trim()

type Gazetteer = Map<string, { place: Neighbourhood; isDistrict: boolean }>
const gazetteers = new WeakMap<Neighbourhood[], Gazetteer>()
function gazetteerOf({ name, neighbourhoods }: Pick<City, 'name' | 'neighbourhoods'>) {
  let known = gazetteers.get(neighbourhoods)
  if (!known) {
    known = new Map()
    const short = fold(name).slice(0, 3)
    for (const place of neighbourhoods)
      for (const called of [place.name, ...(place.alsoCalled ?? [])]) {
        const key = tidy(called)
        const isDistrict = /\d/.test(key)
        known.set(key, { place, isDistrict })
        if (isDistrict && key.startsWith(`${fold(name)} `)) known.set(key.replace(fold(name), short), { place, isDistrict })
      }
    gazetteers.set(neighbourhoods, known)
  }
  return known
}

/** Names as short as this also end other names, `Galle Fort`: they have to stand alone. */
const SHORT = 5

/**
 * The neighbourhood that an address names between its commas, the last where it names several, and its postal district where it names
 * none. `Nawala Road` is a street and names nothing. Undefined where the address leaves it open: then nothing is made up.
 */
export function findNeighbourhood(address: string, city: Pick<City, 'name' | 'neighbourhoods'>): Neighbourhood | undefined {
  const known = gazetteerOf(city)
  let district: Neighbourhood | undefined
  for (const part of address
    .slice(0, 300)
    .split(/[,;\n|()/]| [-–—] |(?<=\p{L}{4})\. /u)
    .toReversed()) {
    const words = tidy(part).split(' ').slice(-6)
    for (let from = 0; from < words.length; from++) {
      const name = words.slice(from).join(' ')
      const found = known.get(name)
      if (!found || (from > 0 && name.length < SHORT)) continue
      if (!found.isDistrict) return found.place
      district ??= found.place
      // `Wellawatte Colombo 06` names both.
      words.length = from
      from = -1
    }
  }
  return district
}
