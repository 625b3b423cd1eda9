/** The SQL of interactions: what was done, in the order in which it came, and the clicks that are counted from it. */
import { sql } from 'kysely'

import { CLICK_INTERVAL } from '#contract/constants.ts'
import type { Action, InteractionMetadata, InteractionType } from '#contract/interaction.ts'
import type { Db, Pool, Trx } from '#db/connection.ts'
import { findOrInsertSetting } from '#db/settings.ts'

type NewInteraction = {
  consumerId: string | null
  kind: InteractionType
  targetId: string
  action: Action
  metadata: InteractionMetadata
  now: number
}
const toRow = ({ consumerId, kind, targetId, action, metadata: { location, deviceInfo, platform }, now }: NewInteraction) => ({
  at: new Date(now),
  consumer_id: consumerId,
  kind,
  target_id: targetId,
  action,
  latitude: location?.coordinates[1] ?? null,
  longitude: location?.coordinates[0] ?? null,
  device: deviceInfo,
  platform,
})
export const insertInteraction = (trx: Trx, interaction: NewInteraction) =>
  trx.insertInto('interaction').values(toRow(interaction)).execute()

/** `before` is the name that the visitor had yesterday, while it is still honoured. */
type Window = { visitor: string; before: string | undefined; ends: number }
/**
 * Notes a click, and puts it among those that are to be counted, unless this visitor's last one here is not long enough ago. One statement,
 * and rows of the visitor's own alone: clicks on one offer do not wait for each other. Answers whether it counts.
 */
export async function insertClick(db: Db, interaction: NewInteraction, { visitor, before, ends }: Window): Promise<boolean> {
  const { at, consumer_id, kind, target_id, action, latitude, longitude, device, platform } = toRow(interaction)
  const { rows } = await sql`
    with counted as (
      insert into click_window (visitor, target_id, ends_at)
      select ${visitor}, ${target_id}::uuid, ${new Date(ends)}::timestamptz
      where not exists (
        select 1 from click_window
        where visitor = ${before ?? visitor} and target_id = ${target_id}::uuid and ends_at > ${at}
      )
      on conflict (visitor, target_id) do update set ends_at = excluded.ends_at where click_window.ends_at <= ${at}
      returning 1
    ), noted as (
      insert into interaction (at, consumer_id, kind, target_id, action, latitude, longitude, device, platform)
      select ${at}, ${consumer_id}::uuid, ${kind}, ${target_id}::uuid, ${action}, ${latitude}::float8, ${longitude}::float8, ${device}, ${platform}
      from counted
    )
    insert into click (is_shop, target_id) select ${kind === 'SHOP_CLICK'}::boolean, ${target_id}::uuid from counted
    returning 1`.execute(db)
  return rows.length > 0
}

/** So many rows are changed by one statement at most: nobody waits long for any of it, however much has come together. */
const SLICE = 5_000
/** Changes slice after slice until one is not full, or it is to end. Answers how many rows there were. */
async function inSlices(change: () => Promise<{ numAffectedRows?: bigint }>, goesOn = () => true): Promise<number> {
  let all = 0
  while (goesOn()) {
    const changed = Number((await change()).numAffectedRows ?? 0n)
    all += changed
    if (changed < SLICE) break
  }
  return all
}

/**
 * Adds the clicks that have come to the offers and shops that they are of. Whatever is taken is added, whoever else folds meanwhile. Answers
 * how many there were.
 */
export async function foldClicks(db: Db, goesOn?: () => boolean): Promise<number> {
  let folded = 0
  for (const [table, isShop] of [
    ['offer', false],
    ['shop', true],
  ] as const)
    folded += await inSlices(async () => {
      const { rows } = await sql<{ taken: number }>`
        with slice as (select id from click where is_shop = ${isShop} order by id limit ${SLICE} for update skip locked),
        taken as (delete from click using slice where click.id = slice.id returning target_id),
        counted as (select target_id, count(*)::integer as clicks from taken group by target_id),
        held as (select t.id, clicks.clicks from ${sql.table(table)} t join counted clicks on t.id = clicks.target_id order by t.id for no key update of t),
        added as (update ${sql.table(table)} t set clicks = t.clicks + held.clicks from held where t.id = held.id)
        select count(*) as taken from taken`.execute(db)
      return { numAffectedRows: BigInt(rows[0]!.taken) }
    }, goesOn)
  return folded
}

/** PGlite cleans nothing by itself. */
export const vacuum = (pool: Pool, table: 'click' | 'click_window') => pool.query(`vacuum ${table}`)

/** The secret that visitors are hashed with on one day, or `fresh` where it has none yet. */
export const findOrInsertSalt = (db: Db, day: string, fresh: string) => findOrInsertSetting(db, SALT + day, fresh)
const SALT = 'click_salt:'

type Forgetting = { now: number; firstDay: string; roundBefore: number; stripBefore: number }
/** Forgets what is not to be known any longer (D-45, D-55): salts of past days, windows that are over, exact positions, metadata. */
export async function forgetInteractions(db: Db, { now, firstDay, roundBefore, stripBefore }: Forgetting, goesOn?: () => boolean) {
  await db
    .deleteFrom('setting')
    .where('name', 'like', `${SALT}%`)
    .where('name', '<', SALT + firstDay)
    .execute()
  const over = sql`select visitor, target_id from click_window where ends_at <= ${new Date(now)} or ends_at > ${new Date(now + CLICK_INTERVAL)} order by ends_at limit ${SLICE}`
  await inSlices(() => sql`delete from click_window where (visitor, target_id) in (${over})`.execute(db), goesOn)
  const exact = sql`select id from interaction
    where at <= ${new Date(roundBefore)} and latitude is not null and not is_rounded order by at limit ${SLICE}`
  await inSlices(() => sql`update interaction set ${ROUNDED} where id in (${exact})`.execute(db), goesOn)
  const described = sql`select id from interaction
    where at <= ${new Date(stripBefore)} and (latitude is not null or device is not null or platform is not null) order by at limit ${SLICE}`
  await inSlices(
    () =>
      sql`update interaction set latitude = null, longitude = null, device = null, platform = null where id in (${described})`.execute(db),
    goesOn,
  )
}
/** Whoever goes leaves what they did, without where and with what exactly. */
export const blurInteractionsOf = (trx: Trx, consumerId: string) =>
  sql`update interaction set ${ROUNDED}, device = null, platform = null where consumer_id = ${consumerId}::uuid`.execute(trx)
/** Of somebody who has done very much all but the latest is parted from them beforehand, slice after slice: one statement would take too long. */
export const partFromOldInteractions = (db: Db, consumerId: string) =>
  inSlices(() => {
    const old = sql`select id from interaction where consumer_id = ${consumerId}::uuid order by id desc offset ${SLICE} limit ${SLICE}`
    return sql`update interaction set ${ROUNDED}, device = null, platform = null, consumer_id = null where id in (${old})`.execute(db)
  })

/** Two decimals of a degree are a kilometre or so. */
const ROUNDED = sql`latitude = round(latitude::numeric, 2)::float8, longitude = round(longitude::numeric, 2)::float8, is_rounded = true`

/** What somebody has done, the latest first. */
export const listInteractions = (db: Db, consumerId: string) =>
  db.selectFrom('interaction').selectAll().where('consumer_id', '=', consumerId).orderBy('id', 'desc').execute()
