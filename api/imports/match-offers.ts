/** Rows that are nearly one offer: the same shop, the same words, the same time. Those that are exactly one are refused elsewhere (D-60). */
import { hash } from 'node:crypto'

import type { Problem } from '#contract/offer-csv.ts'
import { nameWords } from '#contract/near-names.ts'
import { quoteValue, type OfferRow } from '#contract/offer-csv.ts'
import { foldName } from '#contract/search.ts'

/** Offers that are remembered: later rows are compared with these. */
const LIMIT = 50_000

type Seen = { row: number; from: number; to: number; written: string }

export class NearOffers {
  readonly #seen = new Map<number, Seen>()

  /** What to look at in a row, by those before it. */
  add(row: number, { title, shop, offer }: OfferRow): Problem | undefined {
    const key = toNumber(`${nameWords(shop.name).toSorted().join('')}|${nameWords(title).toSorted().join(' ')}`)
    const from = offer.startsAt ?? -Infinity
    const to = offer.endsAt ?? Infinity
    const written = `${foldName(title)}|${foldName(shop.name)}|${foldName(shop.address ?? '')}|${from}|${offer.offerUrl ?? ''}|${offer.externalId ?? ''}`
    const earlier = this.#seen.get(key)
    if (!earlier) {
      if (this.#seen.size < LIMIT) this.#seen.set(key, { row, from, to, written: hash('sha1', written, 'base64url') })
      return undefined
    }
    const isApart = to < earlier.from || from > earlier.to
    if (isApart || hash('sha1', written, 'base64url') === earlier.written) return undefined
    return {
      column: 'title',
      value: quoteValue(title),
      reason: `Looks like the offer of row ${earlier.row}: the same shop, nearly the same words, at the same time. Keep one of the two if they are one`,
    }
  }
}

const toNumber = (key: string) => hash('sha1', key, 'buffer').readUIntBE(0, 6)
