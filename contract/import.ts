/** What an import answers: counts, and every complaint with its place in the file. */
import * as z from 'zod'

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

export const importReport = z.object({
  _id: z.string(),
  id: z.string(),
  rows: z.number().int(),
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  shopsCreated: z.number().int(),
  shopsChanged: z.number().int(),
  problems: z.array(rowProblem).describe('Every refused row, up to 10 000'),
  problemsAreMore: z.boolean(),
  warnings: z
    .array(rowProblem)
    .describe(
      'Rows that were taken, with something to look at; up to 1 000, beside as many readings (`readAs`) and suggestions (`suggests`)',
    ),
  demoIsPresent: z.boolean().describe('The demo city is still there: offer to remove it'),
})
export type ImportReport = z.infer<typeof importReport>

export const importQuery = z.object({ strict: z.literal('1').optional().describe('All rows or none') })
