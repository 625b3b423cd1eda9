/** Names of one file that may be one name: shops, addresses and categories spelled in several ways. Only ever suggested, never merged. */
import { CATEGORIES } from '#contract/constants.ts'
import { formatCount } from '#contract/format-count.ts'
import type { RowProblem } from '#contract/import.ts'
import { addressSkeleton, countEdits, nameWords, slipsIn } from '#contract/near-names.ts'
import { isOfferRow, quoteValue, type FileRow } from '#contract/offer-csv.ts'
import { foldName } from '#contract/search.ts'
import { createCategorySuggester } from '#contract/suggest-category.ts'

import { takeTurns } from './take-turns.ts'

/** Spellings that are remembered. A file with more is compared as far as they go. */
const LIMIT = { shops: 20_000, addresses: 20_000, categories: 500 } as const
/** Names that share so many pieces with a name are compared with it, and pieces that more names have tell nothing. */
const CANDIDATES = 8
const COMMON_PIECE = 60

/** A way to write a name. Row 0 is the catalogue, whose spelling goes before that of any row. */
type Spelling = { name: string; row: number; count: number }
export type NamedShop = { name: string; address: string | null }

export class Spellings {
  readonly #shops = new Map<string, Spelling>()
  readonly #addresses = new Map<string, Spelling[]>()
  readonly #categories = new Map<string, Spelling>()
  readonly #categoriesInUse: string[]
  readonly #shopsInUse: NamedShop[]
  readonly #writtenShops = new Map<string, Spelling>()
  /** The same by name and address as they stand, for shops repeat. */
  readonly #written = new Map<string, Spelling>()

  /** `shops` and `categories` are those of the catalogue. */
  constructor({ shops = [], categories = [] }: { shops?: NamedShop[]; categories?: string[] } = {}) {
    this.#shopsInUse = shops.slice(0, LIMIT.shops)
    for (const { name } of this.#shopsInUse) this.#shops.set(foldName(name), { name, row: 0, count: 1 })
    this.#categoriesInUse = [...new Set([...CATEGORIES, ...categories])]
  }

  add(row: number, said: FileRow) {
    const { shop } = said
    this.#addShop(row, shop.name)
    for (const name of [isOfferRow(said) ? said.offer.category : undefined, shop.category])
      if (name) remember(this.#categories, name, name, row, LIMIT.categories)
    if (shop.address && !shop.externalId) this.#addAddress(row, shop.name, shop.address)
  }

  /** Under its name as it stands first, for that costs nothing. */
  #addShop(row: number, name: string) {
    const before = this.#writtenShops.get(name)
    if (before) return void before.count++
    remember(this.#shops, foldName(name), name, row, LIMIT.shops)
    const spelling = this.#shops.get(foldName(name))
    if (spelling && this.#writtenShops.size < LIMIT.shops) this.#writtenShops.set(name, spelling)
  }

  #addAddress(row: number, name: string, address: string) {
    const written = `${name}|${address}`
    const before = this.#written.get(written)
    if (before) return void before.count++
    const key = addressKey(name, address)
    const spellings = this.#addresses.get(key)
    const known = spellings?.find((one) => foldName(one.name) === foldName(address))
    if (known) known.count++
    else if (this.#written.size < LIMIT.addresses) {
      const spelling = { name: address, row, count: 1 }
      this.#written.set(written, spelling)
      if (spellings) spellings.push(spelling)
      else this.#addresses.set(key, [spelling])
    }
  }

  /** What to look at, each spelling once, where the file first has it. Others have a turn meanwhile. */
  async conclude(): Promise<RowProblem[]> {
    const shops = await this.#suggestShops()
    await this.#addAddressesInUse()
    return [...shops, ...this.#suggestAddresses(), ...this.#suggestCategories()].toSorted((a, b) => a.row - b.row)
  }

  async #suggestShops() {
    const groups = await groupAlike([...this.#shops.values()])
    return groups.flatMap((group) =>
      suggestOne(
        'shop',
        group,
        (best) => `May be the shop “${best.name}”${inRow(best)}, spelled in another way. As written these are two shops`,
      ),
    )
  }

  /** Those of the catalogue that are written as the file does, or nearly so. */
  async #addAddressesInUse() {
    const endTurn = takeTurns()
    for (const { name, address } of this.#shopsInUse) {
      await endTurn()
      const spellings = address === null ? undefined : this.#addresses.get(addressKey(name, address))
      const same = spellings?.find((one) => foldName(one.name) === foldName(address!))
      if (same) same.row = 0
      else spellings?.push({ name: address!, row: 0, count: 1 })
    }
  }

  #suggestAddresses() {
    return [...this.#addresses.values()].flatMap((group) =>
      suggestOne(
        'address',
        group,
        (best) => `May be the address “${best.name}”${inRow(best)}, written in another way. As written these are two branches`,
      ),
    )
  }

  #suggestCategories() {
    const suggest = createCategorySuggester(this.#categoriesInUse)
    return [...this.#categories.values()].flatMap(({ name, row, count }) => {
      const suggests = suggest(name)
      return suggests === undefined
        ? []
        : [note('category', { name, row, count }, `May be the category “${suggests}”. It is kept as written`, suggests)]
    })
  }
}

const addressKey = (name: string, address: string) => `${nameWords(name).join(' ')}|${addressSkeleton(address)}`

function remember(all: Map<string, Spelling>, key: string, name: string, row: number, limit: number) {
  const known = all.get(key)
  if (known) known.count++
  else if (all.size < limit) all.set(key, { name, row, count: 1 })
}

const note = (column: string, { name, row, count }: Spelling, reason: string, suggests: string): RowProblem => ({
  row,
  column,
  value: quoteValue(name),
  reason: count > 1 ? `${reason}. So in ${formatCount(count)} rows` : reason,
  suggests: quoteValue(suggests),
})

/** Where a spelling stands first; nothing where the catalogue has it. */
const inRow = ({ row }: Spelling) => (row === 0 ? '' : ` of row ${row}`)

/** The spelling of the catalogue, else the one of most rows, else the first is suggested for all others. */
function suggestOne(column: string, group: Spelling[], say: (best: Spelling) => string): RowProblem[] {
  const [best, ...others] = group.toSorted((a, b) => Number(b.row === 0) - Number(a.row === 0) || b.count - a.count || a.row - b.row)
  return others.filter(({ row }) => row > 0).map((other) => note(column, other, say(best!), best!.name))
}

/** Groups of names that are alike: the same but for form and order, or but for a slip of the fingers. */
async function groupAlike(spellings: Spelling[]): Promise<Spelling[][]> {
  const bySkeleton = new Map<string, Spelling[]>()
  for (const spelling of spellings) {
    const key = nameWords(spelling.name).toSorted().join(' ')
    const same = bySkeleton.get(key)
    if (same) same.push(spelling)
    else if (key !== '') bySkeleton.set(key, [spelling])
  }
  const keys = [...bySkeleton.keys()]
  const leaders = keys.map((_, at) => at)
  const findLeader = (at: number): number => (leaders[at] === at ? at : (leaders[at] = findLeader(leaders[at]!)))
  const isOfFile = (key: string) => bySkeleton.get(key)!.some(({ row }) => row > 0)
  for await (const [at, other] of listNear(keys, isOfFile)) leaders[findLeader(at)] = findLeader(other)
  const groups = new Map<number, Spelling[]>()
  for (const [at, key] of keys.entries()) {
    const leader = findLeader(at)
    const group = groups.get(leader)
    if (group) group.push(...bySkeleton.get(key)!)
    else groups.set(leader, [...bySkeleton.get(key)!])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/**
 * Pairs of keys that a slip of the fingers tells apart, one of them at least of the file. Only those are compared that share rare pieces of
 * three letters.
 */
async function* listNear(keys: string[], isOfFile: (key: string) => boolean): AsyncGenerator<[number, number]> {
  const holders = new Map<string, number[]>()
  // Those of the catalogue first: each name of the file then meets all of them.
  const numbered = [...keys.entries()].filter(([, key]) => slipsIn(key.length) > 0)
  const [ofFile, others] = [numbered.filter(([, key]) => isOfFile(key)), numbered.filter(([, key]) => !isOfFile(key))]
  let count = 0
  const endTurn = takeTurns()
  for (const [at, key] of [...others, ...ofFile]) {
    count += 1
    await endTurn()
    const shared = new Map<number, number>()
    for (const piece of piecesOf(key)) {
      const holding = holders.get(piece)
      if (!holding) holders.set(piece, [at])
      else if (holding.length < COMMON_PIECE) {
        if (count > others.length) for (const other of holding) shared.set(other, (shared.get(other) ?? 0) + 1)
        holding.push(at)
      }
    }
    const nearest = [...shared].toSorted((a, b) => b[1] - a[1]).slice(0, CANDIDATES)
    for (const [other] of nearest) if (isSlip(key, keys[other]!)) yield [at, other]
  }
}

const piecesOf = (key: string) =>
  new Set(Array.from({ length: Math.max(0, Math.min(key.length, 60) - 2) }, (_, at) => key.slice(at, at + 3)))

/** Numbers and single letters tell branches and models apart: they are no slip. */
function isSlip(a: string, b: string) {
  const most = Math.min(slipsIn(a.length), slipsIn(b.length))
  return marksOf(a) === marksOf(b) && countEdits(a, b, most) <= most
}
const marksOf = (key: string) =>
  key
    .split(' ')
    .filter((word) => word.length < 3 || /\d/.test(word))
    .join(' ')
