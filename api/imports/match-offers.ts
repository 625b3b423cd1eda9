/** Rows that are nearly one offer: the same shop, the same words, the same time. Those that are exactly one are refused elsewhere (D-60). */
import type { Problem } from '#contract/offer-csv.ts'
import { nameWords } from '#contract/near-names.ts'
import { quoteValue, type OfferRow } from '#contract/offer-csv.ts'
import { isPlain } from '#contract/plain-text.ts'
import { fold, foldName } from '#contract/search.ts'

/** Offers that are remembered: later rows are compared with these. */
const LIMIT = 40_000

export class NearOffers {
  readonly #seen = new Map<string, { row: number; written: Written }>()
  /** Shops repeat. */
  readonly #shopKeys = new Map<string, string>()

  /** What to look at in a row, by those before it. */
  add(row: number, parsed: OfferRow): Problem | undefined {
    const key = `${this.#keyOf(parsed.shop.name)}|${keyOfTitle(parsed.title)}`
    const earlier = this.#seen.get(key)
    if (!earlier) {
      if (this.#seen.size < LIMIT) this.#seen.set(key, { row, written: pickWritten(parsed) })
      return undefined
    }
    if (!isNearlyOne(pickWritten(parsed), earlier.written)) return undefined
    return {
      column: 'title',
      value: quoteValue(parsed.title),
      reason: `Looks like the offer of row ${earlier.row}: the same shop, nearly the same words, at the same time. Keep one of the two if they are one`,
    }
  }

  #keyOf(name: string) {
    let key = this.#shopKeys.get(name)
    if (key === undefined) {
      key = nameWords(name).toSorted().join(' ')
      if (this.#shopKeys.size < LIMIT) this.#shopKeys.set(name, key)
    }
    return key
  }
}

const keyOfTitle = (title: string) =>
  (isPlain(title) ? title.toLowerCase().replace(/[^a-z0-9%]+/g, ' ') : fold(title).replace(/[^\p{L}\p{M}\p{N}%]+/gu, ' ')).trim()

type Written = { title: string; name: string; address: unknown; url: unknown; id: unknown; from: number; to: number }
const pickWritten = ({ title, shop, offer }: OfferRow): Written => ({
  title,
  name: shop.name,
  address: shop.address,
  url: offer.offerUrl,
  id: offer.externalId,
  from: offer.startsAt ?? -Infinity,
  to: offer.endsAt ?? Infinity,
})

/** At the same time, and not written alike: what is, is one offer twice. */
function isNearlyOne(one: Written, other: Written) {
  if (one.to < other.from || one.from > other.to) return false
  const isAlike = one.address === other.address && one.url === other.url && one.id === other.id && one.from === other.from
  return !isAlike || foldName(one.title) !== foldName(other.title) || one.name !== other.name
}
