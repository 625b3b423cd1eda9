/** Changing the catalogue by hand: one shop or offer that is found, corrected, withdrawn, restored. */
import * as z from 'zod'

import { SHOP_COLUMNS, type ShopColumn } from './offer-csv-columns.ts'
import { cursor, instant, limit, searchText } from './wire.ts'

export const SHOP_STATES = ['shown', 'withdrawn'] as const
export const OFFER_STATES = ['running', 'upcoming', 'expired', 'withdrawn', 'reported'] as const
export type OfferState = Exclude<(typeof OFFER_STATES)[number], 'reported'>

export const foundShop = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  state: z.enum(SHOP_STATES),
  offers: z.number().int().describe('Offers that show, running or not; of a withdrawn shop those that went with it'),
  lacks: z.array(z.enum(['hours', 'place', 'contact'])).describe('What a shopper would want to know, and nobody has said'),
})
export type FoundShop = z.infer<typeof foundShop>
export const foundShopQuery = z
  .object({ q: searchText.describe('Words, each in the name, a category or the address'), state: z.enum(SHOP_STATES), limit, cursor })
  .partial()

export const foundOffer = z.object({
  _id: z.string(),
  id: z.string(),
  title: z.string(),
  shopId: z.string(),
  shopName: z.string(),
  state: z.enum(OFFER_STATES).exclude(['reported']),
  startDate: instant.nullable(),
  endDate: instant.nullable(),
  wentWithShop: z.boolean().describe('It is withdrawn because its shop is, and comes back with it'),
  reports: z.number().int().describe('How many have reported it since it was last checked'),
})
export type FoundOffer = z.infer<typeof foundOffer>
export const foundOfferQuery = z
  .object({
    q: searchText.describe('Words, each in the title, the name of the shop, a tag or the category'),
    state: z.enum(OFFER_STATES),
    limit,
    cursor,
  })
  .partial()

const shopColumns = [...SHOP_COLUMNS] as [ShopColumn, ...ShopColumn[]]
/** As a file of shops would hold them. */
const cells = z.partialRecord(z.enum(shopColumns), z.string())
export type ShopCells = z.infer<typeof cells>

/** One shop, as it is changed by hand. */
export const editableShop = z.object({
  _id: z.string(),
  id: z.string(),
  version: z.string().describe('Of these facts: sent with a change, which is refused where they have changed meanwhile'),
  state: z.enum(SHOP_STATES),
  offers: z.number().int(),
  cells: cells.describe('What is known, by the columns of a file of shops'),
})
export type EditableShop = z.infer<typeof editableShop>

export const newShopBody = z.object({ cells: cells.describe('What is known; `shop` is its name') })
export const shopEditBody = z.object({
  version: z.string().max(20),
  cells: cells.describe('What changes. A column that is left out stays, and an empty one is cleared'),
})
