/** The types of the tables in migrations/, as Kysely reads them. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

import type { Gender } from '#contract/consumer-rules.ts'
import type { ImportKind, ImportProgress, ImportState, MendedRow } from '#contract/import.ts'
import type { Action, InteractionType } from '#contract/interaction.ts'
import type { DateOrder } from '#contract/offer-csv-date-order.ts'
import type { OfferColumn, Problem } from '#contract/offer-csv.ts'
import type { Service } from '#contract/offer.ts'
import type { ReadConditions } from '#contract/suggest-conditions.ts'
import type { ReportReason } from '#contract/report-texts.ts'
import type { BusinessHours, Shop } from '#contract/shop.ts'
import type { Weekday } from '#contract/time.ts'

/** An instant; an offer's open ends are infinite, which pg gives as a number. */
type Timestamp = ColumnType<Date, Date | string, Date | string>
type OpenTimestamp = ColumnType<Date | number, Date | string | undefined, Date | string>
type Json<T> = JSONColumnType<T & object>

export type ImportTable = {
  id: GeneratedAlways<number>
  kind: ImportKind
  state: ImportState
  file_name: string | null
  file_hash: string | null
  started_at: Timestamp
  finished_at: Timestamp | null
  is_cleaned: Generated<boolean>
  report: ColumnType<object | null, string | null | undefined, string | null>
  failure: ColumnType<string | null, undefined, string | null>
  progress: ColumnType<ImportProgress | null, undefined, string>
  reading: ColumnType<FileReading | null, undefined, string>
  undoes: ColumnType<number | null, number | null | undefined, never>
  keeps_past: Generated<boolean>
}
/** How a file was read: its headings, and which of our columns each is; the order of its dates, where they gave reason to ask. */
export type FileReading = { headings: string[]; columns: (OfferColumn | null)[]; order: DateOrder | null }
/** A row that was refused, with its cells as they stood in the file. */
export type RefusedRowTable = { import_id: number; row: number; cells: Json<string[]>; is_whole: boolean; problems: Json<Problem[]> }
/** Cells that were written anew in refused rows of a file. */
export type CorrectionTable = { file_hash: string; kind: ImportKind; row: number; cells: Json<MendedRow['cells']> }
export type FileOffersTable = { import_id: number; piece: number; offers: Buffer }

export type CatalogueTable = {
  is_only: Generated<boolean>
  hidden: Generated<number[]>
  revision: Generated<number>
  newest_shown: string | null
}
export type CategoryTable = { id: string; name: string; position: number }
export type ShopTable = { id: string; added_in: number; created_at: Timestamp; clicks: Generated<number> }
export type ShopIdentityTable = {
  key: string
  shop_id: string
  name_key: string | null
  address: string | null
  external_id: string | null
  added_in: number
}

export type ShopVersionTable = {
  id: GeneratedAlways<number>
  shop_id: string
  name: string
  address: string | null
  description: string | null
  phone: string | null
  email: string | null
  website: string | null
  image_url: string | null
  logo_url: string | null
  category: string | null
  categories: string[]
  rating: number | null
  latitude: number | null
  longitude: number | null
  point: GeneratedAlways<string | null>
  hours: Json<BusinessHours> | null
  special_hours: Json<Shop['specialHours']>
  facebook: string | null
  twitter: string | null
  instagram: string | null
  name_key: string
  search_text: string
  withdrawn_at: Timestamp | null
  added_in: number
  removed_in: number | null
  restored_from: number | null
}

export type OfferTable = {
  id: string
  identity: string
  external_id: Generated<string | null>
  added_in: number
  created_at: Timestamp
  clicks: Generated<number>
  reported_at: ColumnType<Date | null, undefined, Date | null>
}

export type OfferVersionTable = {
  id: GeneratedAlways<number>
  offer_id: string
  shop_id: string
  title: string
  description: string | null
  image_url: string | null
  category: string
  tags: string[]
  rating: number | null
  discount: number
  discount_is_up_to: boolean
  discount_is_from_text: boolean
  prices_are_from_text: boolean
  counted_discount: GeneratedAlways<number>
  /** Null where it fits into no index. */
  walked_text: GeneratedAlways<string | null>
  original_price: number | null
  discounted_price: number | null
  minimum_purchase: number | null
  usage_limit: number | null
  starts_at: OpenTimestamp
  ends_at: OpenTimestamp
  terms: string | null
  redemption_code: string | null
  offer_url: string | null
  weekdays: Weekday[]
  valid_from: string | null
  valid_to: string | null
  payment: string | null
  new_customers_only: boolean
  service: Service[]
  conditions_from_text: Json<ReadConditions> | null
  latitude: number | null
  longitude: number | null
  point: GeneratedAlways<string | null>
  search_text: string
  withdrawn_at: Timestamp | null
  withdrawn_with_shop: boolean
  added_in: number
  removed_in: number | null
  restored_from: number | null
}

/** Facts as they were, under the names of their columns then. */
type PastTable = { removed_in: number; added_in: number; facts: Json<Record<string, unknown>> }
export type OfferPastTable = PastTable & { offer_id: string }
export type ShopPastTable = PastTable & { shop_id: string }

export type ConsumerTable = {
  id: string
  email: string
  email_key: string
  name: string
  phone: string
  gender: Gender
  birthday: string | null
  picture: string | null
  password_hash: string | null
  interested_tags: Generated<string[]>
  interested_categories: Generated<string[]>
  google_issuer: string | null
  google_subject: string | null
  google_email_key: string | null
  email_confirmed_at: Timestamp | null
  created_at: Timestamp
  recommended_from: ColumnType<Date | null, undefined, Date>
}
export type SessionTable = {
  id: string
  consumer_id: string
  device: string
  created_at: Timestamp
  last_seen_at: Timestamp
  expires_at: Timestamp
}
export type MailTokenTable = { hash: string; consumer_id: string; purpose: 'confirm' | 'reset'; email: string; expires_at: Timestamp }
export type UsedProofTable = { nonce: string; expires_at: Timestamp }
export type ThrottleTable = { key: string; count: number; ends_at: Timestamp }

export type LikedOfferTable = { consumer_id: string; offer_id: string; liked_at: Timestamp }
export type LikedShopTable = { consumer_id: string; shop_id: string; liked_at: Timestamp }
export type InteractionTable = {
  id: GeneratedAlways<number>
  at: Timestamp
  consumer_id: string | null
  kind: InteractionType
  target_id: string
  action: Action
  latitude: number | null
  longitude: number | null
  is_rounded: Generated<boolean>
  device: string | null
  platform: string | null
}
export type ClickWindowTable = { visitor: string; target_id: string; ends_at: Timestamp }
export type ClickTable = { id: GeneratedAlways<number>; is_shop: boolean; target_id: string }
export type ReportTable = {
  offer_id: string
  consumer_id: string
  reason: ReportReason
  at: Timestamp
  checked_at: Timestamp | null
}

export type DismissedOfferTable = { consumer_id: string; offer_id: string; dismissed_at: Timestamp }
export type PopularityTable = { offer_id: string; heat: number }
export type PopularityCursorTable = { is_only: Generated<boolean>; interaction_id: number }
export type RecommenderModelTable = {
  id: GeneratedAlways<number>
  city: string
  trained_at: Timestamp
  interaction_id: number
  serves: boolean | null
  metrics: Json<Record<string, unknown>>
  size: number | null
}
export type RecommenderModelPartTable = { model_id: number; place: number; bytes: Buffer }

export type FetchedPictureTable = {
  url: string
  host: string
  name: string
  state: Generated<'waiting' | 'kept' | 'failed'>
  address: string | null
  bytes: Generated<number>
  attempts: Generated<number>
  due_at: Timestamp
  reason: string | null
  settled_at: Timestamp | null
  used_at: Timestamp
}

export type SettingTable = { name: string; value: string }
export type AuditEventTable = {
  id: GeneratedAlways<number>
  at: Timestamp
  kind: string
  outcome: 'done' | 'refused' | 'failed'
  request_id: string | null
  detail: Json<Record<string, unknown>>
}

export type Schema = {
  import: ImportTable
  refused_row: RefusedRowTable
  file_offers: FileOffersTable
  correction: CorrectionTable
  catalogue: CatalogueTable
  category: CategoryTable
  shop: ShopTable
  shop_identity: ShopIdentityTable
  shop_version: ShopVersionTable
  current_shop: ShopVersionTable
  offer: OfferTable
  offer_version: OfferVersionTable
  current_offer: OfferVersionTable
  offer_past: OfferPastTable
  shop_past: ShopPastTable
  consumer: ConsumerTable
  session: SessionTable
  mail_token: MailTokenTable
  used_proof: UsedProofTable
  throttle: ThrottleTable
  liked_offer: LikedOfferTable
  liked_shop: LikedShopTable
  interaction: InteractionTable
  click_window: ClickWindowTable
  click: ClickTable
  report: ReportTable
  dismissed_offer: DismissedOfferTable
  popularity: PopularityTable
  popularity_cursor: PopularityCursorTable
  recommender_model: RecommenderModelTable
  recommender_model_part: RecommenderModelPartTable
  fetched_picture: FetchedPictureTable
  setting: SettingTable
  audit_event: AuditEventTable
}
