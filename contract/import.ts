/** What an import answers: counts, and every complaint with its place in the file. */
import * as z from 'zod'

import { MEND_LIMIT } from './constants.ts'
import { FILE_KINDS } from './file-kind.ts'
import { OFFER_COLUMNS, type OfferColumn } from './offer-csv-columns.ts'
import { instant } from './wire.ts'

/** Rows are numbered as a spreadsheet shows them: the header is row 1. `column` is null where the whole row is meant. */
export const rowProblem = z.object({
  row: z.number().int(),
  column: z.string().nullable(),
  value: z.string().nullable().describe('As it stood in the file, cut to 200 characters'),
  reason: z.string(),
  readAs: z
    .string()
    .optional()
    .describe(
      'Where the value was read from words, or may mean something else: how it would be written plainly. Empty: as an empty cell; `-`: as none',
    ),
  suggests: z.string().optional().describe('What might stand there instead. Nothing was changed: it is for the operator to decide'),
})
export type RowProblem = z.infer<typeof rowProblem>

const fieldChange = z.object({
  field: z.string().describe('A column of the file'),
  from: z.string().describe('As a cell would say it, the part that differs; empty: nothing was known'),
  to: z.string(),
})
export type FieldChange = z.infer<typeof fieldChange>

const sampleRow = z.object({
  row: z.number().int(),
  title: z.string(),
  shop: z.string(),
  address: z.string(),
  category: z.string(),
  discount: z.string(),
  originalPrice: z.string(),
  discountedPrice: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  status: z.enum(['running', 'upcoming', 'ended']),
})
export type SampleRow = z.infer<typeof sampleRow>

/** What a file comes to, row by row, as far as somebody may want to read it. */
const importPreview = z.object({
  changedFields: z.record(z.string(), z.number().int()).describe('In how many offers each column changes'),
  changes: z
    .array(z.object({ row: z.number().int(), title: z.string(), shop: z.string(), fields: z.array(fieldChange) }))
    .describe('The first 200 offers that change'),
  shopChanges: z
    .array(z.object({ id: z.string(), shop: z.string(), address: z.string(), fields: z.array(fieldChange) }))
    .describe('The first 200 shops that change'),
  sample: z.array(sampleRow).describe('The first rows that were taken, as they were understood'),
})
export type ImportPreview = z.infer<typeof importPreview>

/** What an undo did to the offers and shops of the import that it took back. */
const undoCounts = z.object({
  withdrawn: z.number().int().describe('Offers that it had created, or brought back'),
  restored: z.number().int().describe('Offers that it had changed'),
  shopsWithdrawn: z.number().int(),
  shopsRestored: z.number().int(),
  shopsKept: z.number().int().describe('Shops that it had created and that stay, for offers of other imports stand with them'),
})
export type UndoCounts = z.infer<typeof undoCounts>

/** `upload` is a file of offers, `shops` one of shops, `edit` a change by hand; `undo` takes another one back. */
const IMPORT_KINDS = ['upload', 'shops', 'edit', 'undo', 'demo', 'fill'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** What rows have come to. Those that come back from having been withdrawn are among the changed ones; older reports do not count them. */
const importCounts = z.object({
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  returned: z.number().int().optional().describe('Of the changed: those that were withdrawn, and come back'),
  shopsCreated: z.number().int(),
  shopsChanged: z.number().int(),
  shopsReturned: z.number().int().optional().describe('Of the changed shops: those that were withdrawn, and come back'),
})
export type ImportCounts = Record<keyof z.infer<typeof importCounts>, number>
export const NO_COUNTS: ImportCounts = {
  created: 0,
  changed: 0,
  unchanged: 0,
  returned: 0,
  shopsCreated: 0,
  shopsChanged: 0,
  shopsReturned: 0,
}

/** What has become of an import, and what there is to say of it. Of a change by hand or an undo `rows` are the offers and shops that it changes. */
export const importReport = importCounts.extend({
  _id: z.string(),
  id: z.string(),
  kind: z.enum(IMPORT_KINDS).optional().describe('Of a file: what its rows are about'),
  rows: z.number().int(),
  refused: z.number().int(),
  corrected: z.number().int().optional().describe('Rows that were taken with cells that somebody has written anew'),
  problems: z.array(rowProblem).describe('What is wrong with refused rows, the first 10 000'),
  problemsAreMore: z.boolean(),
  warnings: z
    .array(rowProblem)
    .describe(
      'Rows that were taken, with something to look at; up to 1 000, beside as many readings (`readAs`) and suggestions (`suggests`)',
    ),
  demoIsPresent: z.boolean().describe('The demo city is still there: offer to remove it'),
  preview: importPreview.optional().describe('Of a file'),
  undo: undoCounts
    .extend({ message: z.string().describe('The same in words') })
    .optional()
    .describe('Of an undo alone'),
})
export type ImportReport = z.infer<typeof importReport>

/** What these replace is kept. */
export const UNDOABLE_KINDS: readonly ImportKind[] = ['upload', 'shops', 'edit']

/**
 * `running`: its rows are being read. `checked`: all are, nobody sees them, and it waits for a decision; whatever else changes the
 * catalogue sets it aside. `published`: everybody sees them. The others changed nothing: `cancelled` by somebody, `failed` by itself,
 * `abandoned` with the server that was stopped.
 */
export const IMPORT_STATES = ['running', 'checked', 'published', 'cancelled', 'failed', 'abandoned'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** How far a running import is, at most a second ago. */
const importProgress = z.object({
  bytes: z.number().int().describe('Of the whole file; of an undo: places to look at'),
  bytesRead: z.number().int(),
  rows: z.number().int().describe('Rows read so far; of an undo: taken back'),
})
export type ImportProgress = z.infer<typeof importProgress>

/** One line in the list of imports. The counts are null until all its rows are read. */
export const importSummary = z.object({
  _id: z.string(),
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  fileName: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  progress: importProgress.nullable(),
  failure: z.string().nullable().describe('Why it did not come to its end'),
  counts: importReport
    .omit({ _id: true, id: true, kind: true, problems: true, problemsAreMore: true, warnings: true, demoIsPresent: true, preview: true })
    .nullable(),
  undoes: z.string().nullable().describe('Of an undo: the import that it takes back; `fileName` is the name of its file'),
  undoneAt: instant.nullable().describe('It was taken back then'),
  undoBlockedBy: z
    .object({ id: z.string(), kind: z.enum(IMPORT_KINDS), fileName: z.string().nullable(), startedAt: instant })
    .nullable()
    .describe('The latest import that has changed some of the same offers or shops since: it has to be undone first'),
  isUndoable: z
    .boolean()
    .describe('It can be undone now. Where it is not, and nothing blocks it, it never can, or a later import is still being tidied up'),
})
export type ImportSummary = z.infer<typeof importSummary>

export const importDetail = importSummary.extend({ report: importReport.nullable() })
export type ImportDetail = z.infer<typeof importDetail>

const kind = z
  .enum(FILE_KINDS)
  .optional()
  .describe(
    'What the file is about. Left out, its header tells: without `title`, and with nothing that only offers have, it is one of shops',
  )
export const importQuery = z.object({ strict: z.literal('1').optional().describe('All rows or none'), kind })
export const checkQuery = z.object({ kind })

/** A row that was refused. */
export const refusedRow = z.object({
  row: z.number().int(),
  cells: z
    .record(z.string(), z.string())
    .nullable()
    .describe('By our columns, each cut to 3 000 characters. Null where it is not certain which cell belongs to which column'),
  problems: z.array(rowProblem.omit({ row: true })),
})
export type RefusedRow = z.infer<typeof refusedRow>

const columnNames = OFFER_COLUMNS.map(({ name }) => name) as [OfferColumn, ...OfferColumn[]]
/** Cells that were mended; the others are as they were. An empty one empties its cell. */
export const mendBody = z.object({
  rows: z
    .array(z.object({ row: z.int32().min(2), cells: z.partialRecord(z.enum(columnNames), z.string()) }))
    .min(1)
    .max(MEND_LIMIT)
    .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, 'Each row can stand here once'),
})
export type MendedRow = z.infer<typeof mendBody>['rows'][number]
