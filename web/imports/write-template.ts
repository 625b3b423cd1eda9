const quote = (cell: string) => (/[",\r\n;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
const toRow = (cells: string[]) => `${cells.map(quote).join(',')}\r\n`

/** Columns and an example of each, as a file. The mark in front tells spreadsheets that it is UTF-8. */
export const answerTemplate = (fileName: string, columns: readonly { name: string; example: string }[]) =>
  new Response(`\ufeff${toRow(columns.map(({ name }) => name))}${toRow(columns.map(({ example }) => example))}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
