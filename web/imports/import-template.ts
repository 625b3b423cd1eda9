import { OFFER_COLUMNS } from '#contract/offer-csv-columns.ts'

const quote = (cell: string) => (/[",\r\n;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const toRow = (cells: string[]) => `${cells.map(quote).join(',')}\r\n`

/** A file to start from: every column, and one row that is taken as it stands. The mark in front tells spreadsheets that it is UTF-8. */
export const loader = () =>
  new Response(`\ufeff${toRow(OFFER_COLUMNS.map(({ name }) => name))}${toRow(OFFER_COLUMNS.map(({ example }) => example))}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="import-template.csv"',
    },
  })
