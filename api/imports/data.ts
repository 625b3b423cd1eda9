/** The life of an import: begun, published or abandoned, cleaned up. Its rows stand in data-rows.ts. */
import { sql, type InferResult } from 'kysely'

import { AppError } from '#contract/errors.ts'
import { UNDOABLE_KINDS, type ImportProgress, type ImportReport } from '#contract/import.ts'
import { transact, type Db, type Pool } from '#db/connection.ts'
import { COUNTED, countSome } from '#db/count-some.ts'
import type { HeldLock } from '#db/pool.ts'
import type { ImportTable } from '#db/schema.ts'

import { deleteCorrections } from './data-corrections.ts'
import { findNewestShown } from './data-newest.ts'
import { forgetPast, keepReplaced, latestBlocker, type Replaced } from './data-past.ts'
import { deleteRefused } from './data-refused.ts'
import { sweep, sweepAll } from './sweep-table.ts'

/** The name under which one import at a time writes, across all servers of a database. */
export const IMPORT_LOCK = 'kade:import'

type Begun = { kind: ImportTable['kind']; fileName: string | null; fileHash: string | null; at: Date; undoes?: number }

/** Begins an import: from here on nobody sees what carries its number. */
export async function startImport(db: Db, { kind, fileName, fileHash, at, undoes }: Begun): Promise<number> {
  return transact(db, async (trx) => {
    const { id } = await trx
      .insertInto('import')
      .values({
        kind,
        state: 'running',
        file_name: fileName,
        file_hash: fileHash,
        started_at: at,
        undoes: undoes ?? null,
        keeps_past: UNDOABLE_KINDS.includes(kind),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('catalogue')
      .set({
        hidden: sql<number[]>`hidden || ${id}::integer`,
        // The offers that it will create have greater ids, or are hidden anyway.
        newest_shown: sql<string | null>`coalesce(newest_shown, (select id from offer order by id desc limit 1))`,
      })
      .execute()
    return id
  })
}

/** Shows everything that an import wrote, to every reader at once. On the lock's own connection: whoever lost the lock publishes nothing. */
export async function publishImport(lock: HeldLock, { importId, at, report }: { importId: number; at: Date; report: object }) {
  const newest = await findNewestShown(lock, importId)
  const { rowCount } = await lock.connection.query(
    `with published as (
       update import set state = 'published', finished_at = $2, report = $3 where id = $1 and state in ('running', 'checked') returning id
     )
     update catalogue set hidden = array_remove(hidden, $1::integer), revision = revision + 1, newest_shown = $4
     where exists (select from published)`,
    [importId, at, JSON.stringify(report), newest],
  )
  // Somebody has cancelled it meanwhile.
  if (rowCount === 0) throw new AppError('import_not_checked')
}

/** Everything is written, and waits for a decision. Throws where somebody has cancelled it meanwhile. */
export async function keepChecked(db: Db, importId: number, report: object) {
  const { numUpdatedRows } = await db
    .updateTable('import')
    .set({ state: 'checked', report: JSON.stringify(report) })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('import_not_checked')
}

/** How far an import is. Throws where it runs no more. */
export async function keepProgress(db: Db, importId: number, progress: ImportProgress) {
  const { numUpdatedRows } = await db
    .updateTable('import')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('import_not_checked')
}

/** From here on nothing is written for it and nobody can publish it. Answers whether it was there to be cancelled. */
export const cancelImport = (db: Db, importId: number): Promise<boolean> =>
  transact(db, async (trx) => {
    const waiting = trx.selectFrom('import').select('state').where('id', '=', importId).where('state', 'in', ['running', 'checked'])
    const found = await waiting.forUpdate().executeTakeFirst()
    if (!found) return false
    await trx.updateTable('import').set({ state: 'cancelled' }).where('id', '=', importId).execute()
    // Whoever has looked at it and throws it away means what was written anew as well.
    if (found.state === 'checked') await deleteCorrections(trx, importId)
    return true
  })

type Abandoned = {
  importId: number
  state: 'failed' | 'abandoned' | 'cancelled'
  at: Date
  failure: string
  /** What there is to tell of it; what was told before stays. */
  report?: object | null
  /** After it somebody else goes on. */
  signal?: AbortSignal | undefined
}

/** Undoes what an import wrote and never published, in small steps, and ends it. */
export async function abandonImport(db: Db, { importId, state, at, failure, report, signal }: Abandoned) {
  // First of all, so that nobody writes for it any more (hold_import). One that was cancelled stays so.
  await db.updateTable('import').set({ state, failure }).where('id', '=', importId).where('state', 'in', ['running', 'checked']).execute()
  const { state: now } = await db.selectFrom('import').select('state').where('id', '=', importId).executeTakeFirstOrThrow()
  // Whoever did not hear that it was published must not take it away.
  if (now === 'published') return
  for (const table of ['offer_version', 'shop_version'] as const) {
    await sweep(
      db,
      table,
      (from, to) => sql`delete from ${sql.table(table)} where id between ${from} and ${to} and added_in = ${importId}`,
      signal,
    )
    await sweep(
      db,
      table,
      (from, to) => sql`update ${sql.table(table)} set removed_in = null where id between ${from} and ${to} and removed_in = ${importId}`,
      signal,
    )
  }
  for (const table of ['offer', 'shop_identity', 'shop'] as const) {
    const key = sql.ref(table === 'shop_identity' ? 'key' : 'id')
    await sweepAll(
      db,
      (limit) =>
        sql`delete from ${sql.table(table)} where ${key} in (select ${key} from ${sql.table(table)} where added_in = ${importId} limit ${limit})`,
      signal,
    )
  }
  await deleteRefused(db, importId, signal)
  await transact(db, async (trx) => {
    await trx
      .updateTable('catalogue')
      .set({ hidden: sql<number[]>`array_remove(hidden, ${importId}::integer)` })
      .execute()
    await trx
      .updateTable('import')
      .set({ finished_at: at, is_cleaned: true, ...(report && { report: JSON.stringify(report) }) })
      .where('id', '=', importId)
      .execute()
  })
}

export type Cleaning = { replaced?: Replaced | undefined; signal?: AbortSignal | undefined }

/**
 * Takes the versions that a published import replaced out of what shoppers read, in small steps: kept beside it, or for good. `replaced` where
 * it is known which they are; after `signal` somebody else goes on with it.
 */
export async function cleanImport(db: Db, importId: number, cleaning: Cleaning = {}) {
  const known = db.selectFrom('import').select(['undoes', 'keeps_past']).where('id', '=', importId)
  const { undoes, keeps_past } = await known.executeTakeFirstOrThrow()
  for (const table of ['offer_version', 'shop_version'] as const) {
    const remove = (from: number, to: number) =>
      sql`delete from ${sql.table(table)} where id between ${from} and ${to} and removed_in = ${importId}`
    await (keeps_past ? keepReplaced(db, table, importId, cleaning) : sweep(db, table, remove, cleaning.signal))
  }
  if (undoes !== null) await forgetPast(db, undoes, importId)
  await db.updateTable('import').set({ is_cleaned: true }).where('id', '=', importId).execute()
}

/** Imports that a stopped process left: begun and never published, or published and not cleaned up. */
export const listUnfinishedImports = (db: Db) =>
  db.selectFrom('import').select(['id', 'state']).where('is_cleaned', '=', false).orderBy('id').execute()

export async function isImportRunning(db: Db) {
  const row = await db.selectFrom('import').select('id').where('state', '=', 'running').limit(1).executeTakeFirst()
  return row !== undefined
}

/** What lists are narrowed and ordered by, in pieces: on the embedded engine readers wait for each. */
const ANALYZED = [
  'offer_version (offer_id, shop_id, starts_at, ends_at, withdrawn_at)',
  'offer_version (category, search_text, counted_discount)',
  'offer_version (added_in, removed_in, latitude)',
  'shop_version',
  'shop_identity',
  'offer_past (removed_in, offer_id, added_in)',
  'shop_past (removed_in, shop_id, added_in)',
]

/** Tells the planner what an import has brought; on the embedded engine nobody else would. */
export async function analyzeCatalogue(pool: Pool) {
  await analyzeReferenced(pool)
  for (const columns of ANALYZED) await pool.query(`analyze ${columns}`)
  // What searches would have to read through row by row.
  for (const index of ['offer_shown_search', 'offer_withdrawn_search', 'shop_version_search'])
    await pool.query(`select gin_clean_pending_list('${index}')`)
}
/**
 * A session plans the checks of foreign keys once. Planned while the tables were small they scan, and an import that goes on for long gets
 * slower with each row: new statistics throw those plans away.
 */
export async function analyzeReferenced(pool: Pool) {
  for (const table of ['offer', 'shop']) await pool.query(`analyze ${table}`)
}

/** An import with what there is to say about undoing it. */
const selectSummaries = (db: Db) =>
  db
    .selectFrom('import as i')
    .leftJoin('import as undo', (join) => join.onRef('undo.undoes', '=', 'i.id').on('undo.state', '=', 'published'))
    .leftJoin('import as blocker', (join) => join.on('blocker.id', '=', latestBlocker('i')))
    .select(['i.id', 'i.kind', 'i.state', 'i.file_name', 'i.started_at', 'i.finished_at', 'i.failure', 'i.progress'])
    .select(['i.undoes', 'i.keeps_past', 'undo.finished_at as undone_at', 'blocker.id as blocker_id'])
    // Until what a later one replaced is put away nobody knows whether it stands in the way.
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('import as later')
          .select('later.id')
          .whereRef('later.id', '>', 'i.id')
          .where('later.state', '=', 'published')
          .where('later.is_cleaned', '=', false),
      ).as('is_followed'),
    )
    .select(['blocker.kind as blocker_kind', 'blocker.file_name as blocker_file_name', 'blocker.started_at as blocker_started_at'])
type Summary = InferResult<ReturnType<typeof selectSummaries>>[number]
export type StoredImport = Summary & { report: ImportReport | null }

export const findImport = async (db: Db, importId: number) =>
  (await selectSummaries(db).select('i.report').where('i.id', '=', importId).executeTakeFirst()) as StoredImport | undefined

/** The latest first, below `after`. */
export const listImports = async (db: Db, { limit, after }: { limit: number; after: number | undefined }) =>
  (await selectSummaries(db)
    // What the problems are stands with the one import alone: a list of them would be megabytes.
    .select(sql<ImportReport | null>`i.report - '{problems,warnings,preview}'::text[]`.as('report'))
    .where((eb) => (after === undefined ? eb.lit(true) : eb('i.id', '<', after)))
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
    .execute()) as StoredImport[]

/** Up to one more than the wire counts. */
export const countImports = (db: Db) => countSome(db, db.selectFrom('import').select('id').limit(COUNTED))

/** Names that a file is compared with, to find those that it spells in another way. */
const NAMES_IN_USE = 10_000

/** `importId` is an import that waits: what it has written counts as well. */
export async function listNamesInUse(db: Db, importId?: number) {
  const shown = db.selectFrom('current_shop').select(['name', 'address', 'latitude']).where('withdrawn_at', 'is', null)
  const shops = await shown.limit(NAMES_IN_USE).execute()
  if (importId !== undefined) {
    const written = db.selectFrom('shop_version').select(['name', 'address', 'latitude']).where('added_in', '=', importId)
    shops.push(...(await written.where('withdrawn_at', 'is', null).limit(NAMES_IN_USE).execute()))
  }
  // Also those that nothing shows any more have their place, and those of files that were thrown away.
  const categories = await db
    .selectFrom('category')
    .select('name')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('current_offer').select('id').whereRef('current_offer.category', '=', 'category.name').where('withdrawn_at', 'is', null),
      ),
    )
    .execute()
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  return { shops, shopsWithPlace: names(shops.filter(({ latitude }) => latitude !== null)), categories: names(categories) }
}

/** Whether an import of one of these kinds was ever published, or, where that is asked for, waits to be. */
export async function hasImport(db: Db, kinds: readonly ImportTable['kind'][], states: readonly ImportTable['state'][] = ['published']) {
  const row = await db.selectFrom('import').select('id').where('kind', 'in', kinds).where('state', 'in', states).limit(1).executeTakeFirst()
  return row !== undefined
}
