/** From a row of the database to a shop as it goes out. */
import type { Selectable } from 'kysely'

import { distanceTo } from '#contract/distance.ts'
import type { Shop } from '#contract/shop.ts'
import type { Position } from '#contract/wire.ts'
import type { ShopVersionTable } from '#db/schema.ts'

import type { ShownPicturesOfShop } from '../fetched-pictures/data-shown.ts'
import { toShopSummary } from '../offers/present-offer.ts'

/** `near` adds the exact distance, in kilometres. */
export const toShop = (row: Selectable<ShopVersionTable> & ShownPicturesOfShop, near?: Position): Shop => ({
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
