/** What is known of a shopper. It is read anew for each answer, so that what they have just done is in the next one; each part through its index. */
import { sql } from 'kysely'

import { DISMISSAL_LIMIT, LIKE_LIMIT } from '#contract/constants.ts'
import type { Db } from '#db/connection.ts'

import type { Deed } from '../ranking/question.ts'

/** The latest lines of a shopper's log that are looked at, and the latest things done that the ranker is told. */
const LINES = 500
const DEEDS = 300

/** Something done with an offer or a shop, by its id. */
export type LoggedDeed = { kind: Deed['kind']; at: number; offerId?: string; shopId?: string }
export type KnownShopper = {
  interestedCategories: string[]
  interestedTags: string[]
  likedShops: string[]
  /** The latest first. */
  deeds: LoggedDeed[]
  /** Liked already, or not wanted. */
  excluded: Set<string>
}

type Row = { kind: Deed['kind']; at: Date; offer_id: string | null; shop_id: string | null }

/** Undefined where there is no such consumer. */
export async function readShopper(db: Db, consumerId: string): Promise<KnownShopper | undefined> {
  const [consumer, { rows }] = await Promise.all([
    db
      .selectFrom('consumer')
      .select(['interested_categories', 'interested_tags', 'recommended_from'])
      .where('id', '=', consumerId)
      .executeTakeFirst(),
    selectDeeds(consumerId).execute(db),
  ])
  if (!consumer) return undefined
  const from = consumer.recommended_from?.getTime() ?? 0
  const deeds = rows
    .map((row): LoggedDeed => ({
      kind: row.kind,
      at: row.at.getTime(),
      ...(row.offer_id !== null && { offerId: row.offer_id }),
      ...(row.shop_id !== null && { shopId: row.shop_id }),
    }))
    .filter(({ kind, at }) => kind !== 'click' || at >= from)
    .toSorted((one, other) => other.at - one.at)
  return {
    interestedCategories: consumer.interested_categories,
    interestedTags: consumer.interested_tags,
    likedShops: deeds.flatMap(({ kind, shopId }) => (kind === 'like' && shopId ? [shopId] : [])),
    deeds: deeds.slice(0, DEEDS),
    excluded: new Set(deeds.flatMap(({ kind, offerId }) => (kind !== 'click' && offerId ? [offerId] : []))),
  }
}

/** It begins with `select`, so that it may share a connection with other readers. */
const selectDeeds = (consumerId: string) => sql<Row>`
  select * from (
    (select 'like' as kind, liked_at as at, offer_id, null::uuid as shop_id
      from liked_offer where consumer_id = ${consumerId}::uuid order by liked_at desc limit ${LIKE_LIMIT})
    union all
    (select 'like', liked_at, null, shop_id
      from liked_shop where consumer_id = ${consumerId}::uuid order by liked_at desc limit ${LIKE_LIMIT})
    union all
    (select 'dismissal', dismissed_at, offer_id, null
      from dismissed_offer where consumer_id = ${consumerId}::uuid order by dismissed_at desc limit ${DISMISSAL_LIMIT})
    union all
    (select 'click', at, case kind when 'OFFER_CLICK' then target_id end, case kind when 'SHOP_CLICK' then target_id end
      from (select * from interaction where consumer_id = ${consumerId}::uuid order by id desc limit ${LINES}) as latest
      where kind in ('OFFER_CLICK', 'SHOP_CLICK'))
  ) as deed`
