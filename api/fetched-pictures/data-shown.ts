/** The picture of our own in place of the address that a file named, where there is one. */
import { sql } from 'kysely'

/** `column` holds the address that was named. */
export const shownPicture = (column: string) =>
  sql<string | null>`coalesce((select address from fetched_picture where url = ${sql.ref(column)}), ${sql.ref(column)})`

/** Those of a shop, beside its other columns. */
export const shownPicturesOfShop = [shownPicture('image_url').as('shown_image_url'), shownPicture('logo_url').as('shown_logo_url')] as const
export type ShownPicturesOfShop = { shown_image_url: string | null; shown_logo_url: string | null }
