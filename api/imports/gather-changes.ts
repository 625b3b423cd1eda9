/** What the rows of a file change, in bounded memory: counts of everything, words of the first. */
import type { City } from '#contract/city.ts'
import type { FieldChange, ImportPreview, SampleRow } from '#contract/import.ts'

import { describeOfferChange, describeSample, describeShopChange, listChangedFields } from './describe-changes.ts'
import type { OfferFacts, ShopFacts } from './lay-facts.ts'

const LIMIT = { changes: 200, shops: 200, sample: 10 } as const

type Taken = { row: number; before: OfferFacts | undefined; after: OfferFacts; shop: ShopFacts }

/** Goes on from `earlier`, where some rows of the file come later than the others. */
export class Changes {
  readonly #city: City
  readonly #now: number
  readonly #counts: Map<string, number>
  readonly #offers: ImportPreview['changes']
  readonly #shops: Map<string, ImportPreview['shopChanges'][number]>
  readonly #sample: ImportPreview['sample']

  constructor(city: City, now: number, earlier?: ImportPreview) {
    this.#city = city
    this.#now = now
    this.#counts = new Map(Object.entries(earlier?.changedFields ?? {}))
    this.#offers = [...(earlier?.changes ?? [])]
    this.#shops = new Map(earlier?.shopChanges.map((change) => [change.id, change]))
    this.#sample = [...(earlier?.sample ?? [])]
  }

  /** A row that was taken; `before` where it changes what was known. */
  addOffer({ row, before, after, shop }: Taken) {
    if (this.#sample.length < LIMIT.sample || row < this.#sample.at(-1)!.row)
      this.#addSample(describeSample(row, after, shop, this.#city, this.#now))
    if (!before) return
    const fields = listChangedFields(before, after)
    for (const [name] of fields) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    if (this.#offers.length >= LIMIT.changes) return
    this.#offers.push({ row, title: after.title, shop: shop.name, fields: describeOfferChange(fields, before, after, shop, this.#city) })
  }

  /** A mended row stands among the first where it stood in the file. */
  #addSample(sample: SampleRow) {
    const at = this.#sample.findLastIndex(({ row }) => row < sample.row) + 1
    this.#sample.splice(at, 0, sample)
    this.#sample.splice(LIMIT.sample)
  }

  /** A shop that was there before the file: `isFirst` when it changes for the first time, and after that it may change again. */
  addShop(before: ShopFacts, after: ShopFacts, isFirst: boolean) {
    const known = this.#shops.get(after.shop_id)
    if (isFirst ? this.#shops.size >= LIMIT.shops : !known) return
    const fields = joinChanges(known?.fields ?? [], describeShopChange(before, after, this.#city))
    this.#shops.set(after.shop_id, { id: after.shop_id, shop: after.name, address: after.address ?? '', fields })
  }

  report(): ImportPreview {
    return {
      changedFields: Object.fromEntries(this.#counts),
      changes: this.#offers,
      shopChanges: [...this.#shops.values()].filter(({ fields }) => fields.length > 0),
      sample: this.#sample,
    }
  }
}

/** From what it was at first to what it is at last; what is again as it was has not changed. */
function joinChanges(first: FieldChange[], second: FieldChange[]): FieldChange[] {
  const joined = new Map(first.map((change) => [change.field, change]))
  for (const { field, from, to } of second) joined.set(field, { field, from: joined.get(field)?.from ?? from, to })
  return [...joined.values()].filter(({ from, to }) => from !== to)
}
