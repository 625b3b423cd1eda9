import { AppError } from '#contract/errors.ts'
import { fileKindOf } from '#contract/file-kind.ts'
import { countWords, formatCount } from '#contract/format-count.ts'
import { NO_COUNTS, type ImportReport } from '#contract/import.ts'
import { DAY, wallTime } from '#contract/time.ts'
import type { HeldLock } from '#db/pool.ts'
import type { FileReading, ImportTable } from '#db/schema.ts'

import { readClock, type Context } from '../context.ts'
import {
  abandonImport,
  analyzeCatalogue,
  cleanImport,
  keepProgress,
  listNamesInUse,
  publishImport,
  startImport,
  type Cleaning,
} from './data.ts'
import { listCorrections } from './data-corrections.ts'
import { isDemoPresent } from './data-demo.ts'
import { deleteRefusedBefore, keepReading, type Refusal } from './data-refused.ts'
import type { FileOffers } from './keep-file-offers.ts'
import { Notes } from './gather-notes.ts'
import { holdCatalogue } from './hold-catalogue.ts'
import { RefusedRows } from './keep-refused.ts'
import type { CsvFile } from './read-csv.ts'
import { readOffers, type CheckedRow, type ReadRow } from './read-offers.ts'
import type { SpooledUpload } from './spool-upload.ts'
import { BatchWriter } from './write-batches.ts'
import { RowWriter } from './write-rows.ts'

export type ImportRequest = {
  kind: ImportTable['kind']
  file: Pick<SpooledUpload, 'path' | 'bytes' | 'encoding' | 'hash'>
  fileName: string | null
  /** All rows or none. */
  isStrict?: boolean
  /** Date tokens such as {today+3}, which only the demo city may use. */
  allowTokens?: boolean
}

/**
 * Imports a file in one step: writes its rows where nobody sees them, batch by batch, and shows all of them at once. Throws
 * `import_running` while another one runs, `import_refused` where nothing could be taken; then nothing has changed.
 */
export const runImport = (context: Context, request: ImportRequest): Promise<ImportReport> =>
  holdCatalogue(context, async (lock) => {
    const importId = await beginImport(context, request)
    const report = await writeImport(context, request, importId, { finish: requireRows(request) })
    await showImport(context, lock, importId, report)
    return report
  })

export const beginImport = (context: Context, { kind, fileName, file }: ImportRequest) =>
  startImport(context.db, { kind, fileName, fileHash: file.hash, at: readClock(context) })

type Writing = {
  /** What is still to be done with the report, before the import counts as written. */
  finish: (report: ImportReport, offers: FileOffers) => void | Promise<void>
  signal?: AbortSignal
}

/** Writes every row where nobody sees it. */
export const writeImport = (context: Context, request: ImportRequest, importId: number, { finish, signal }: Writing) =>
  orGiveUp(context, importId, signal, async () => {
    const { report, offers } = await writeRows(context, request, importId, signal)
    await finish(report, offers)
    return report
  })

/** Does what writes for an import. After a failure nothing of it is left, and the import says why. */
export async function orGiveUp<T>(context: Context, importId: number, signal: AbortSignal | undefined, write: () => Promise<T>) {
  try {
    return await write()
  } catch (error) {
    // A server that stops has no time: its next start clears up.
    if (!signal?.aborted) await giveUp(context, importId, error)
    throw error
  }
}

const OUR_FAULT = 'Something went wrong on our side. Nothing was changed; please try again.'

async function giveUp(context: Context, importId: number, error: unknown) {
  const failure = error instanceof AppError ? error.message : OUR_FAULT
  const report = error instanceof AppError ? (error.details?.['data'] as object | undefined) : undefined
  await abandonImport(context.db, { importId, state: 'failed', at: readClock(context), failure, report: report ?? null }).catch(
    (cause: unknown) => context.log.error({ err: cause, importId }, 'the remains of a failed import stay hidden until the next start'),
  )
}

/** Shows what an import wrote to everybody, and cleans up behind it. The caller holds the catalogue. */
export async function showImport(context: Context, lock: HeldLock, importId: number, report: ImportReport, cleaning: Cleaning = {}) {
  await revealImport(context, lock, importId, report)
  await tidyUp(context, importId, report, cleaning)
}

/** Shows what an import wrote to everybody. The caller holds the catalogue, and tidies up. */
export async function revealImport(context: Context, lock: HeldLock, importId: number, report: ImportReport) {
  await publishImport(lock, { importId, at: readClock(context), report })
  for (const tell of context.onCatalogueChange) tell()
}

/** A one-step import of which nothing can be taken, or not all where all was asked for, is refused. */
const requireRows =
  ({ isStrict }: ImportRequest) =>
  (report: ImportReport) => {
    const taken = report.rows - report.refused
    if (report.refused === 0 || (!isStrict && taken > 0)) return
    const rows = `${formatCount(report.refused)} of ${countWords(report.rows, 'row', 'rows')}`
    const message =
      isStrict && taken > 0
        ? `Nothing was imported: ${rows} could not be taken, and all or none was asked for.`
        : `Nothing was imported: none of the ${formatCount(report.rows)} rows could be taken.`
    throw new AppError('import_refused', {
      message,
      // Nothing of what the good rows would have done was done.
      details: { data: { ...report, ...NO_COUNTS, corrected: undefined, preview: undefined } },
    })
  }

/** What a row is read by, but for the order of the file's dates. `at` is when it came. */
export const parsingContext = (context: Context, { at = readClock(context), allowTokens = false } = {}) => {
  const { city } = context.config
  return { city, today: wallTime(at.getTime(), city.timeZone).day, allowTokens }
}

/** Reads, checks and writes every row. */
async function writeRows(context: Context, request: ImportRequest, importId: number, signal?: AbortSignal) {
  const { db } = context
  const notes = new Notes()
  const writer = new RowWriter(context, importId, { tell: (warning) => notes.warn([warning]) })
  const refused = new RefusedRows(db, importId)
  const progress = createProgress(context, importId, request.file.bytes)
  let count = 0
  let reading: FileReading | undefined
  const file: CsvFile = { ...request.file, kind: fileKindOf(request.kind) }
  const corrections = await listCorrections(db, importId)
  const rows = readOffers(file, parsingContext(context, request), notes, {
    inUse: await listNamesInUse(db),
    corrections,
    onReading: (known) => {
      reading = known
    },
  })
  await writeAll<ReadRow>(context, {
    writer,
    rows,
    notes,
    keep: (refusals) => refused.add(refusals),
    signal,
    each: async ({ bytesRead }) => {
      signal?.throwIfAborted()
      await progress(bytesRead, ++count)
    },
  })
  await refused.flush()
  if (reading && !refused.isEmpty) await keepReading(db, importId, reading)
  const report: ImportReport = {
    _id: String(importId),
    id: String(importId),
    kind: request.kind,
    rows: count,
    ...writer.counts,
    ...notes.report(),
    ...(corrections.size > 0 && { corrected: [...corrections.keys()].filter((row) => !notes.isRefused(row)).length }),
    preview: writer.changes.report(),
    demoIsPresent: request.kind !== 'demo' && (await isDemoPresent(db)),
  }
  return { report, offers: writer.offers }
}

type Rows<R extends CheckedRow> = {
  writer: RowWriter
  rows: AsyncIterable<R>
  notes: Notes
  /** Takes the rows that are refused, those among them that only the other rows and the catalogue refuse. */
  keep: (refusals: Refusal[]) => Promise<void>
  each?: (row: R) => Promise<void>
  signal?: AbortSignal | undefined
}

/** Writes checked rows, batch by batch, to the last. */
export async function writeAll<R extends CheckedRow>(context: Context, { writer, rows, notes, keep, each, signal }: Rows<R>) {
  const batches = new BatchWriter(context, writer, (refusals) => {
    notes.refuse(refusals.flatMap(({ row, problems }) => problems.map((problem) => ({ row, ...problem }))))
    return keep(refusals)
  })
  try {
    for await (const checked of rows) {
      const { row, written, isWhole, parsed, problems } = checked
      if (parsed) await batches.add({ row, parsed, written })
      else await keep([{ row, written, isWhole, problems }])
      await each?.(checked)
    }
    await batches.end(signal)
  } finally {
    // A failed import is cleared up only when nobody writes for it any more.
    await batches.stop()
  }
}

/** Milliseconds between two notes of how far an import is, which is also how long it may take to see that it was cancelled. */
const PROGRESS_EVERY = 500

/** Writes down now and then how far an import is. Throws where it runs no more, for somebody has cancelled it. */
export function createProgress({ db }: Context, importId: number, bytes: number) {
  let at = performance.now()
  return async (bytesRead: number, rows: number) => {
    if (performance.now() - at < PROGRESS_EVERY) return
    await keepProgress(db, importId, { bytes, bytesRead, rows })
    at = performance.now()
  }
}

/** So long the refused rows of a published import can be downloaded. */
const KEEP_REFUSED = 30 * DAY

/** The import is already seen; what is left makes the next ones fast. */
export async function tidyUp(
  context: Context,
  importId: number,
  { created, changed, shopsCreated, shopsChanged }: ImportReport,
  cleaning: Cleaning,
) {
  try {
    await cleanImport(context.db, importId, cleaning)
    await deleteRefusedBefore(context.db, new Date(context.clock.now() - KEEP_REFUSED))
    // What is known one by one is so little that no statistics are wrong for it.
    if (!cleaning.replaced && created + changed + shopsCreated + shopsChanged > 0) await analyzeCatalogue(context.pool)
  } catch (error) {
    context.log.warn({ err: error, importId }, 'tidying up after an import failed; the next start goes on with it')
  }
}
