/**
 * What is popular lately, added up as it comes: each like and click once, so that nobody ever counts them all. A like that is taken back is
 * taken off as what is left of it, so that liking again and again counts for no more than one.
 */
import { sql } from 'kysely'

import { DAY, SECOND } from '#contract/time.ts'
import type { Db, Pool } from '#db/connection.ts'

import type { LoggedDeed } from './read-shopper.ts'

/** After so long a like or a click counts half. Offers live for days. */
export const HALF_LIFE = 3 * DAY
/** A like says as much as so many clicks. */
const LIKE_WEIGHT = 3
/** What is older when popularity is added up for the first time counts for next to nothing. */
const REMEMBERED = 30 * DAY
/** Lines that are still being written may show after later ones: the last seconds are left for the next time. What a clock that was wrong has dated ahead holds nothing up. */
const SETTLED = 5 * SECOND
const SLICE = 500
const LOCK = 'kade:popularity'
/** Less than that is none. */
const LEAST = 1e-6

/** Of a heat, at an instant. */
export function popularityOf(heat: number | undefined, now: number): number {
  const popularity = heat === undefined ? 0 : 2 ** (heat - now / HALF_LIFE)
  return popularity < 1e-3 ? 0 : popularity
}

/** What somebody's own clicks are of the popularity of offers at an instant. */
export function weighOwn(deeds: LoggedDeed[], now: number): Map<string, number> {
  const own = new Map<string, number>()
  for (const { kind, offerId, at } of deeds)
    if (kind === 'click' && offerId !== undefined) own.set(offerId, (own.get(offerId) ?? 0) + popularityOf(at / HALF_LIFE, now))
  return own
}

/** Adds up what has come. One process at a time does; whoever finds it being done leaves it. Answers how many lines there were. */
export async function foldPopularity(pool: Pool, db: Db, now: number, goesOn = () => true): Promise<number> {
  const lock = await pool.tryLock(LOCK)
  if (!lock) return 0
  try {
    await skipOld(db, now)
    let folded = 0
    while (goesOn()) {
      const slice = await foldSlice(db, now)
      folded += slice
      if (slice < SLICE) break
    }
    return folded
  } finally {
    await lock.release()
  }
}

const skipOld = (db: Db, now: number) =>
  sql`update popularity_cursor set interaction_id = coalesce(
      (select id from interaction where at < ${new Date(now - REMEMBERED)} order by at desc, id desc limit 1), 0)
    where interaction_id = 0`.execute(db)

/** One statement: what is counted and up to where stand and fall together. Heats are in half-lives, at the moment 0 of 1970. */
async function foldSlice(db: Db, now: number): Promise<number> {
  const moment = now / HALF_LIFE
  const { rows } = await sql<{ lines: number }>`
    with slice as materialized (
      select id, at, kind, action, target_id, consumer_id from interaction
      where id > (select interaction_id from popularity_cursor)
        and id < coalesce((
          select min(id) from interaction where at > ${new Date(now - SETTLED)} and at <= ${new Date(now + SETTLED)}
        ), 9223372036854775807)
      order by id limit ${SLICE}
    ), weighed as (
      select kind, action, target_id, case action when 'ADD' then at else coalesce((
        select liked.at from interaction liked
        where liked.consumer_id = slice.consumer_id and liked.id < slice.id
          and liked.target_id = slice.target_id and liked.kind = slice.kind and liked.action = 'ADD'
        order by liked.id desc limit 1
      ), at) end as at
      from slice where kind in ('OFFER_LIKE', 'OFFER_CLICK')
    ), change as (
      select target_id, sum(
        case kind when 'OFFER_LIKE' then ${LIKE_WEIGHT}::float8 else 1 end * case action when 'ADD' then 1 else -1 end
        * power(2::float8, greatest(least(extract(epoch from at)::float8 * 1000 / ${HALF_LIFE}::float8 - ${moment}::float8, 0), -100))
      ) as amount
      from weighed group by target_id
    ), counted as (
      insert into popularity (offer_id, heat)
      select target_id, ln(greatest(
        coalesce(power(2::float8, greatest(heat - ${moment}::float8, -100)), 0) + amount, ${LEAST}::float8
      )) / ln(2::float8) + ${moment}::float8
      from change join offer on offer.id = target_id left join popularity on offer_id = target_id
      on conflict (offer_id) do update set heat = excluded.heat
    ), moved as (
      update popularity_cursor set interaction_id = (select max(id) from slice) where exists (select 1 from slice)
    )
    select count(*) as lines from slice`.execute(db)
  return rows[0]!.lines
}
