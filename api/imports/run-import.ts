import { AppError } from '#contract/errors.ts'
import type { ImportReport } from '#contract/import.ts'
import { wallTime } from '#contract/time.ts'
import type { ImportTable } from '#db/schema.ts'

import type { Context } from '../context.ts'
import {
  abandonImport,
  analyzeCatalogue,
  cleanImport,
  listUnfinishedImports,
  IMPORT_LOCK,
  isDemoPresent,
  listNamesInUse,
  publishImport,
  startImport,
} from './data.ts'
import { Notes } from './gather-notes.ts'
import { readOffers } from './read-offers.ts'
import type { SpooledUpload } from './spool-upload.ts'
import { BatchWriter } from './write-batches.ts'
import { RowWriter } from './write-rows.ts'

export type ImportRequest = {
  kind: ImportTable['kind']
  file: Pick<SpooledUpload, 'path' | 'encoding' | 'hash'>
  fileName: string | null
  /** All rows or none. */
  isStrict?: boolean
  /** Date tokens such as {today+3}, which only the demo city may use. */
  allowTokens?: boolean
}

/**
 * Imports a file: writes its rows where nobody sees them, batch by batch, and shows all of them in one step. Throws `import_running`
 * while another one runs, `import_refused` where nothing could be taken; then nothing has changed.
 */
export async function runImport(context: Context, request: ImportRequest): Promise<ImportReport> {
  const lock = await context.pool.tryLock(IMPORT_LOCK)
  if (!lock) throw new AppError('import_running')
  try {
    await clearRemains(context)
    const importId = await startImport(context.db, {
      kind: request.kind,
      fileName: request.fileName,
      fileHash: request.file.hash,
      at: now(context),
    })
    const report = await writeOrAbandon(context, request, importId)
    await publishImport(lock, { importId, at: now(context), report })
    for (const tell of context.onCatalogueChange) tell()
    await tidyUp(context, importId, report)
    return report
  } finally {
    await lock.release()
  }
}

/** Undoes what a process that was stopped in the middle left behind. At start, and before each import; without the lock somebody else is at it. */
export async function clearUnfinishedImports(context: Context) {
  const lock = await context.pool.tryLock(IMPORT_LOCK)
  if (!lock) return
  try {
    await clearRemains(context)
  } finally {
    await lock.release()
  }
}

async function clearRemains(context: Context) {
  for (const { id, state } of await listUnfinishedImports(context.db)) {
    context.log.warn({ importId: id, state }, 'clearing the remains of an import that was stopped')
    if (state === 'published') await cleanImport(context.db, id)
    else await abandonImport(context.db, { importId: id, state: 'abandoned', at: now(context), report: null })
  }
}

const now = ({ clock }: Context) => new Date(clock.now())

async function writeOrAbandon(context: Context, request: ImportRequest, importId: number) {
  try {
    const report = await writeRows(context, request, importId)
    const taken = report.created + report.changed + report.unchanged
    if (report.refused > 0 && (request.isStrict || taken === 0)) {
      const rows = `${report.refused} of ${report.rows} ${report.rows === 1 ? 'row' : 'rows'}`
      const message =
        request.isStrict && taken > 0
          ? `Nothing was imported: ${rows} could not be taken, and all or none was asked for.`
          : `Nothing was imported: none of the ${report.rows} rows could be taken.`
      throw new AppError('import_refused', {
        message,
        details: { data: { ...report, created: 0, changed: 0, unchanged: 0, shopsCreated: 0, shopsChanged: 0 } },
      })
    }
    return report
  } catch (error) {
    await abandonImport(context.db, { importId, state: 'failed', at: now(context), report: null }).catch((cause: unknown) =>
      context.log.error({ err: cause, importId }, 'the remains of a failed import stay hidden until the next start'),
    )
    throw error
  }
}

/** Reads, checks and writes every row. */
async function writeRows(context: Context, request: ImportRequest, importId: number): Promise<ImportReport> {
  const { city } = context.config
  const writer = new RowWriter(context, importId)
  const parsing = { city, today: wallTime(context.clock.now(), city.timeZone).day, allowTokens: request.allowTokens ?? false }
  const notes = new Notes()
  const batches = new BatchWriter(context, writer, (problems) => notes.refuse(problems))
  let rows = 0
  try {
    const inUse = await listNamesInUse(context.db)
    for await (const { row, parsed } of readOffers(request.file, parsing, notes, inUse)) {
      rows += 1
      if (parsed) await batches.add({ row, parsed })
    }
    await batches.end()
  } finally {
    // A failed import is cleared up only when nobody writes for it any more.
    await batches.stop()
  }
  return {
    _id: String(importId),
    id: String(importId),
    rows,
    ...writer.counts,
    ...notes.report(),
    demoIsPresent: request.kind !== 'demo' && (await isDemoPresent(context.db)),
  }
}

/** The import is already seen; what is left makes the next ones fast. */
async function tidyUp(context: Context, importId: number, { created, changed }: ImportReport) {
  try {
    await cleanImport(context.db, importId)
    if (created + changed > 0) await analyzeCatalogue(context.pool)
  } catch (error) {
    context.log.warn({ err: error, importId }, 'tidying up after an import failed; the next start goes on with it')
  }
}
