/** What a file is about: offers, each with its shop, or shops alone. */
import { SHOP_COLUMNS, type OfferColumn } from './offer-csv-columns.ts'

export const FILE_KINDS = ['offers', 'shops'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** What the file of an import is about, by one of IMPORT_KINDS. */
export const fileKindOf = (kind: string): FileKind => (kind === 'shops' ? 'shops' : 'offers')

/** In a file of shops these can only mean the shop's. */
const MEANS_SHOP: Partial<Record<OfferColumn, OfferColumn>> = { description: 'shop_description', category: 'shop_category' }
const OF_SHOPS: ReadonlySet<OfferColumn> = new Set(SHOP_COLUMNS)

/** The column of a file of shops that an author means by one of ours; undefined where only offers have it. */
export const columnOfShop = (column: OfferColumn) => (OF_SHOPS.has(column) ? column : MEANS_SHOP[column])

/**
 * A file without a title is one of shops where it names `shop`, something else about it, and nothing that only offers have: a file of
 * offers whose title is called by a name that nobody knows must not pass for one of shops.
 */
export function guessKind(columns: readonly (OfferColumn | null)[]): FileKind {
  const named = columns.filter((column) => column !== null)
  const isOfShops = named.includes('shop') && named.length > 1 && named.every((column) => columnOfShop(column) !== undefined)
  return isOfShops ? 'shops' : 'offers'
}
