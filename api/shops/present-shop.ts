/** From a row of the database to a shop as it goes out. */
import type { Selectable } from 'kysely'

import { distanceTo, toPoint } from '#contract/distance.ts'
import type { Shop, ShopSummary } from '#contract/shop.ts'
import type { Position } from '#contract/wire.ts'
import type { ShopVersionTable } from '#db/schema.ts'

import type { ShownPicturesOfShop } from '../fetched-pictures/data-shown.ts'

type ShopRow = Selectable<ShopVersionTable> & ShownPicturesOfShop
type SummaryRow = Pick<
  ShopRow,
  'shop_id' | 'name' | 'address' | 'hours' | 'special_hours' | 'latitude' | 'longitude' | 'shown_image_url' | 'shown_logo_url'
>

/** What the card of an offer tells of its shop. */
export const toShopSummary = (row: SummaryRow): ShopSummary => ({
  _id: row.shop_id,
  id: row.shop_id,
  name: row.name,
  address: row.address,
  location: toPoint(row.latitude, row.longitude),
  imageUrl: row.shown_image_url,
  logo: row.shown_logo_url,
  businessHours: row.hours,
  specialHours: row.special_hours,
})

/** `near` adds the exact distance, in kilometres. */
export const toShop = (row: ShopRow, near?: Position): Shop => ({
  ...toShopSummary(row),
  description: row.description,
  phone: row.phone,
  email: row.email,
  website: row.website,
  category: row.category,
  categories: row.categories,
  rating: row.rating,
  socialMedia: { facebook: row.facebook, twitter: row.twitter, instagram: row.instagram },
  ...distanceTo(near, row.latitude, row.longitude),
})
