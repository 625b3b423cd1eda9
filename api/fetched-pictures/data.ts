/** The SQL of fetched pictures: which addresses are named, which is asked next, and what became of each. */
import { sql } from 'kysely'

import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import type { FetchedPictures } from '#contract/fetched-pictures.ts'
import type { Db } from '#db/connection.ts'
import { getRevision } from '#db/revision.ts'
import { findSetting, saveSetting } from '#db/settings.ts'

/** Versions that one step looks at: some hundredths of a second. */
const STEP = 1_000
/** How exactly it is remembered when a picture was last named. */
const USE_GRAIN = 12 * HOUR
/** How long a picture stays that nobody names any more: an import may be undone, an offer come back. */
const UNUSED_FOR = 30 * DAY
/** Whoever asks says how it went before this has passed, or is no more. */
const LEASE = 5 * MINUTE
/** Files of so many pictures are removed at a time. */
const SWEEP = 100
const PROBLEMS = 20
const LOOKED_AT = 'pictures-looked-at'

const at = (instant: number) => new Date(instant)

/** What the catalogue was when it was last looked through: its revision and the day, for offers end by themselves. */
export async function findLookedThrough(db: Db, now: number): Promise<{ mark: string; isDone: boolean }> {
  const mark = `${await getRevision(db)} ${at(now).toISOString().slice(0, 10)}`
  return { mark, isDone: (await findSetting(db, LOOKED_AT)) === mark }
}
export const markLookedThrough = (db: Db, mark: string) => saveSetting(db, LOOKED_AT, mark)

const NAMED = [
  { view: sql.table('current_offer'), column: sql.ref('image_url'), shows: (now: Date) => sql`withdrawn_at is null and ends_at >= ${now}` },
  { view: sql.table('current_shop'), column: sql.ref('image_url'), shows: () => sql`withdrawn_at is null` },
  { view: sql.table('current_shop'), column: sql.ref('logo_url'), shows: () => sql`withdrawn_at is null` },
]

/**
 * Writes down every address that the catalogue names, step by step while `goesOn` says so, and forgets those that nobody has asked and nobody
 * names any more. Answers whether it came to the end.
 */
export async function lookThrough(db: Db, now: number, goesOn: () => boolean): Promise<boolean> {
  for (const { view, column, shows } of NAMED) {
    for (let last: string | null = '0'; last !== null;) {
      if (!goesOn()) return false
      const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
        with part as (select id, ${column} as url, ${shows(at(now))} as shows from ${view} where id > ${last}::bigint order by id limit ${STEP}),
        named as (
          insert into fetched_picture (url, host, name, due_at, used_at)
          select url, coalesce(lower(substring(url from '^[^:]+://([^/?#:]+)')), ''), replace(gen_random_uuid()::text, '-', ''), ${at(now)}, ${at(now)}
          from (select distinct url from part where shows and url is not null and octet_length(url) <= 2000) as named
          on conflict (url) do update set used_at = excluded.used_at
          where fetched_picture.state = 'waiting' or fetched_picture.used_at < ${at(now - USE_GRAIN)}
        )
        select max(id)::text as last from part`.execute(db)
      last = rows[0]?.last ?? null
    }
  }
  await db.deleteFrom('fetched_picture').where('state', '=', 'waiting').where('used_at', '<', at(now)).execute()
  return true
}

/** Takes pictures away that nobody has named for long: first their files, so that none is left that nobody knows. */
export async function removeUnused(db: Db, now: number, removeFiles: (name: string) => Promise<void>, goesOn: () => boolean) {
  while (goesOn()) {
    const unused = await db
      .selectFrom('fetched_picture')
      .select(['url', 'name'])
      .where('used_at', '<', at(now - UNUSED_FOR))
      .limit(SWEEP)
      .execute()
    if (unused.length === 0) return
    for (const { name } of unused) await removeFiles(name)
    const urls = unused.map(({ url }) => url)
    await sql`delete from fetched_picture where url = any(${urls}::text[])`.execute(db)
  }
}

export const hasDue = async (db: Db, now: number) =>
  (await db.selectFrom('fetched_picture').select('url').where('state', '=', 'waiting').where('due_at', '<=', at(now)).limit(1).execute())
    .length > 0

/** `attempts` counts the one that begins. */
export type DuePicture = { url: string; host: string; name: string; attempts: number }

/** The picture that has waited longest, of none of the `busy` hosts. Nobody else is given it meanwhile. */
export async function claimPicture(db: Db, now: number, busy: string[]): Promise<DuePicture | undefined> {
  const { rows } = await sql<DuePicture>`
    update fetched_picture set attempts = attempts + 1, due_at = ${at(now + LEASE)}
    where url = (
      select url from fetched_picture
      where state = 'waiting' and due_at <= ${at(now)} and host <> all(${busy}::text[])
      order by due_at limit 1 for update skip locked
    ) returning url, host, name, attempts`.execute(db)
  return rows[0]
}

export const keepPicture = (db: Db, url: string, { address, bytes, now }: { address: string; bytes: number; now: number }) =>
  db
    .updateTable('fetched_picture')
    .set({ state: 'kept', address, bytes, reason: null, settled_at: at(now) })
    .where('url', '=', url)
    .execute()

export const failPicture = (db: Db, url: string, { reason, now }: { reason: string; now: number }) =>
  db
    .updateTable('fetched_picture')
    .set({ state: 'failed', reason, settled_at: at(now) })
    .where('url', '=', url)
    .execute()

/** It may be asked again at `due`. `uncounted`: it was not its fault. */
export const postponePicture = (
  db: Db,
  url: string,
  { due, now, reason, uncounted = false }: { due: number; now: number; reason: string | null; uncounted?: boolean },
) =>
  db
    .updateTable('fetched_picture')
    .set((eb) => ({
      due_at: at(due),
      ...(reason !== null && { reason, settled_at: at(now) }),
      ...(uncounted && { attempts: eb('attempts', '-', 1) }),
    }))
    .where('url', '=', url)
    .execute()

/** Counts a failure against every picture of a host that is due: each waits as long as `backoff` says, in milliseconds, and behind its end fails. */
export const postponeHost = (db: Db, host: string, { now, reason, backoff }: { now: number; reason: string; backoff: number[] }) =>
  db
    .updateTable('fetched_picture')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      due_at: sql<Date>`${at(now)}::timestamptz + coalesce((${backoff}::float8[])[attempts + 1], 0) * interval '1 millisecond'`,
      state: sql`case when attempts >= ${backoff.length} then 'failed' else 'waiting' end`,
      reason,
      settled_at: at(now),
    }))
    .where('state', '=', 'waiting')
    .where('due_at', '<=', at(now))
    .where('host', '=', host)
    .execute()

/** Has every picture that was given up asked for as if it were new, step by step. Answers how many there are. */
export async function retryFailed(db: Db, now: number): Promise<number> {
  let count = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`update fetched_picture set state = 'waiting', attempts = 0, due_at = ${at(now)}
      where url in (select url from fetched_picture where state = 'failed' limit ${STEP})`.execute(db)
    if (numAffectedRows === 0n) return count
    count += Number(numAffectedRows)
  }
}

/** How it stands. */
export async function countPictures(db: Db): Promise<Omit<FetchedPictures, 'isOn'>> {
  const states = await db
    .selectFrom('fetched_picture')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count'), sql<number>`sum(bytes)::float8`.as('bytes')])
    .groupBy('state')
    .execute()
  const of = (state: string) => states.find((one) => one.state === state)
  const problems = await db
    .selectFrom('fetched_picture')
    .select(['url', 'reason', 'attempts', 'state', 'settled_at'])
    .where('reason', 'is not', null)
    .orderBy('settled_at', 'desc')
    .limit(PROBLEMS)
    .execute()
  return {
    kept: of('kept')?.count ?? 0,
    bytes: of('kept')?.bytes ?? 0,
    waiting: of('waiting')?.count ?? 0,
    failed: of('failed')?.count ?? 0,
    problems: problems.map(({ url, reason, attempts, state, settled_at }) => ({
      url,
      reason: reason!,
      attempts,
      isFinal: state === 'failed',
      at: settled_at!.toISOString(),
    })),
  }
}
