import { NO_COUNTS, type ImportCounts, type ImportPreview, type ImportReport } from '#contract/import.ts'

import type { Notes } from './gather-notes.ts'

/** A report of what came from no file: nothing to mend, nothing refused. */
export const createReport = (importId: number, told: Partial<ImportReport>): ImportReport => ({
  _id: String(importId),
  id: String(importId),
  rows: 0,
  ...NO_COUNTS,
  refused: 0,
  problems: [],
  problemsAreMore: false,
  warnings: [],
  demoIsPresent: false,
  ...told,
})

/** `tried` is how many refused rows were checked again. Notes and preview go on from the earlier ones. */
type Mended = { tried: number; counts: ImportCounts; notes: ReturnType<Notes['report']>; preview: ImportPreview }

const COUNTS = Object.keys(NO_COUNTS) as (keyof ImportCounts)[]

/** What is to be said of a file after some of its refused rows were checked again. */
export const mergeReports = (earlier: ImportReport, { tried, counts, notes, preview }: Mended): ImportReport => ({
  ...earlier,
  ...Object.fromEntries(COUNTS.map((name) => [name, (earlier[name] ?? 0) + counts[name]])),
  ...notes,
  refused: earlier.refused - tried + notes.refused,
  corrected: (earlier.corrected ?? 0) + tried - notes.refused,
  preview,
})
