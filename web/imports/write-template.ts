import { toCsvLine, UTF8_MARK } from '#contract/offer-csv-write.ts'

/** Columns and an example of each, as a file. */
export const answerTemplate = (fileName: string, columns: readonly { name: string; example: string }[]) =>
  new Response(UTF8_MARK + toCsvLine(columns.map(({ name }) => name)) + toCsvLine(columns.map(({ example }) => example)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
