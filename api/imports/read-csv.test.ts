import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'

import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import type { RowProblem } from '#contract/import.ts'
import { OFFER_COLUMNS, type OfferColumn } from '#contract/offer-csv.ts'

import { readCsv, type CsvRow } from './read-csv.ts'
import { splitRecords, type CsvRecord } from './split-records.ts'
import { spoolUpload } from './spool-upload.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'csv-'))
afterAll(() => rmSync(dir, { recursive: true }))

type ReadRow = Omit<CsvRow, 'written'>

async function read(content: string | Buffer, warn: (warning: RowProblem) => void = () => {}) {
  const upload = await spoolUpload(Readable.from([Buffer.from(content as string)]), { dir, maxBytes: 2 ** 27 })
  const rows: ReadRow[] = []
  try {
    for await (const { written: _, ...row } of readCsv(upload, { warn })) rows.push(row)
  } finally {
    await upload.remove()
  }
  return rows
}
const row = (number: number, cells: CsvRow['cells']): ReadRow => ({ row: number, cells })
const lunch = row(2, { title: 'Lunch', shop: 'Kade' })

test.each([
  ['commas', 'title,shop\nLunch,Kade\n'],
  ['semicolons', 'title;shop\nLunch;Kade\n'],
  ['tabs', 'title\tshop\nLunch\tKade\n'],
  ['pipes', 'title|shop\nLunch|Kade\n'],
  ['quoted names', '"title";"shop"\n"Lunch";"Kade"\n'],
  ['names that hold other separators', 'title;"notes, or anything, at all";shop\nLunch;;Kade\n'],
  ['a line that names the separator', 'sep=;\ntitle;shop\nLunch;Kade\n'],
  ['the same, quoted', '"sep=|"\r\ntitle|shop\r\nLunch|Kade\r\n'],
  ['Windows line breaks', 'title,shop\r\nLunch,Kade\r\n'],
  ['old Mac line breaks', 'title,shop\rLunch,Kade\r'],
  ['no line break at the end', 'title,shop\nLunch,Kade'],
  ['a byte order mark', '\ufefftitle,shop\nLunch,Kade\n'],
  ['a byte order mark before a quote', '\ufeff"title","shop"\nLunch,Kade\n'],
  ['capitals and spaces in the names', ' Title , SHOP\nLunch,Kade\n'],
  ['spaces around quotes', 'title, shop\n "Lunch" , "Kade" \n'],
  ['empty columns at the end', 'title,shop,,\nLunch,Kade,,\n'],
])('a file with %s is read', async (_, content) => expect(await read(content)).toEqual([lunch]))

test('other encodings are read', async () => {
  const content = 'title,shop\nCafé “Ő”,සිංහල 🍛\n'
  const wanted = [row(2, { title: 'Café “Ő”', shop: 'සිංහල 🍛' })]
  expect(await read(content)).toEqual(wanted)
  expect(await read(Buffer.from(`\ufeff${content}`, 'utf16le'))).toEqual(wanted)
  expect(await read(Buffer.from(`\ufeff${content}`, 'utf16le').swap16())).toEqual(wanted)
  const warnings: RowProblem[] = []
  expect(await read(Buffer.from('title,shop\nCaf\xe9 \x93x\x94,Kade\n', 'latin1'), (warning) => warnings.push(warning))).toEqual([
    row(2, { title: 'Café “x”', shop: 'Kade' }),
  ])
  expect(warnings).toEqual([
    {
      row: 1,
      column: null,
      value: null,
      reason: 'The file is not UTF-8 and was read as Windows-1252. Look whether accents and symbols are right',
    },
  ])
})

test('quoted cells hold separators, quotes and line breaks', async () => {
  expect(await read('title,shop,description\n"A, ""b""","K\nade","one\r\n\r\ntwo"\n')).toEqual([
    row(2, { title: 'A, "b"', shop: 'K\nade', description: 'one\r\n\r\ntwo' }),
  ])
})

test('rows are numbered as a spreadsheet shows them', async () => {
  expect(await read('\ntitle,shop\nA,B\n\n , \n"C\n\nc",D\nE,F\n')).toEqual([
    row(3, { title: 'A', shop: 'B' }),
    row(6, { title: 'C\n\nc', shop: 'D' }),
    row(7, { title: 'E', shop: 'F' }),
  ])
})

test('columns may stand in any order; those that are not known are ignored, and named', async () => {
  const warnings: RowProblem[] = []
  expect(await read('notes,shop,title,__proto__\nx,Kade,Lunch,y\n', (warning) => warnings.push(warning))).toEqual([lunch])
  expect(warnings).toEqual(
    ['notes', '__proto__'].map((column) => ({ row: 1, column, value: null, reason: 'This column is not known and was ignored' })),
  )
})

test.each([
  ['title,price\nLunch,5\n', 'The first row must name the columns, and shop is missing. Found, separated by commas: title, price.'],
  ['name;price\nLunch;5\n', 'The first row must name the columns, and title and shop are missing. Found, separated by commas: name;price.'],
  ['title;address\nLunch;5\n', 'The first row must name the columns, and shop is missing. Found, separated by semicolons: title, address.'],
  ['title,shop,Title\nLunch,Kade,x\n', 'The first row names title twice. Remove or rename one of the columns.'],
  ['title,shop,image url,image_url\nLunch,Kade,x,y\n', 'The first row names image_url twice. Remove or rename one of the columns.'],
  ['title,"shop\nLunch,Kade\n', expect.stringMatching(/^The names of the columns cannot be read\. A quote/)],
  ['title,shop\n', 'The file holds no rows below its header.'],
  ['title,shop\n\n,\n', 'The file holds no rows below its header.'],
])('the file %j is refused', async (content, message) => {
  await expect(read(content)).rejects.toMatchObject({ code: 'import_refused', message })
})

test.skipIf(!existsSync('/proc/self/fd'))('a file that is refused, or not read to its end, is closed', async () => {
  const countOpen = () => readdirSync('/proc/self/fd').length
  const upload = await spoolUpload(Readable.from([Buffer.from('title,shop\nA,B\nC,D\n')]), { dir, maxBytes: 100 })
  const before = countOpen()
  for (let time = 0; time < 20; time++) {
    for await (const { row: number } of readCsv(upload)) if (number === 2) break
    await read('title,price\nLunch,5\n').catch(() => undefined)
  }
  expect(countOpen()).toBeLessThan(before + 10)
  await upload.remove()
})

const refused = (number: number, value: string, reason: string, column: string | null = null) => ({
  row: number,
  cells: {},
  problems: [{ column, value, reason }],
})

test('cells that are missing at the end are empty; shifted ones refuse the row', async () => {
  expect(await read('title,shop,phone\nLunch,Kade\nA\nB,C,D,E\nF,G,H,,\n')).toEqual([
    lunch,
    refused(3, 'A', 'Has 1 cell where the header has 3. Put cells that hold line breaks in quotes'),
    refused(4, 'B,C,D,E', 'Has 4 cells where the header has 3. Put cells that hold commas in quotes'),
    row(5, { title: 'F', shop: 'G', phone: 'H' }),
  ])
})

const NOT_CLOSED = 'A quote (") opens a cell in this row and is not closed. Close it, and double quotes inside a cell ("")'
const MISPLACED = 'A quote (") stands where none can be. Put the cell in quotes, and double the quotes inside it ("")'

test('a quote that is never closed costs its own row, and the rest of the file is read', async () => {
  expect(await read('title,shop\nA,"B\nC,D\nE,F\n')).toEqual([
    refused(2, 'A,"B\n', NOT_CLOSED, 'shop'),
    row(3, { title: 'C', shop: 'D' }),
    row(4, { title: 'E', shop: 'F' }),
  ])
  expect(await read('title,shop\nA,"B\nC,"D"\nE,F\n')).toEqual([
    refused(2, 'A,"B\n', MISPLACED, 'shop'),
    row(3, { title: 'C', shop: 'D' }),
    row(4, { title: 'E', shop: 'F' }),
  ])
})

test('a quote within a cell is text where that leaves no doubt', async () => {
  expect(await read('title,shop\nScreen 32" wide,Kade\n"A "b" c",Kade\nC,"D"\n')).toEqual([
    row(2, { title: 'Screen 32" wide', shop: 'Kade' }),
    refused(3, '"A "b" c",Kade\n', MISPLACED, 'title'),
    row(4, { title: 'C', shop: 'D' }),
  ])
})

test('a file whose quotes are all broken is refused before long', async () => {
  await expect(read(`title,shop\n${'"a"b,c\n'.repeat(1_100)}`)).rejects.toMatchObject({
    code: 'import_refused',
    message: expect.stringContaining('broken in more than 1000 rows, lastly in row 1002'),
  })
})

test('a cell over 1 MB and a row over 4 MB are refused, and the rest is read', async () => {
  const big = 'x'.repeat(2 ** 20)
  const rows = await read(
    `title,shop,description\nA,B,"${big}"\nC,D,${big}y\n${`"${big}",`.repeat(4)}\nE,F,"open\n${`${'open '.repeat(200)}\n`.repeat(4_300)}\nG,H\n${big.repeat(9)}\nI,J\n`,
  )
  expect(rows[0]).toEqual(row(2, { title: 'A', shop: 'B', description: big }))
  expect(rows[1]).toEqual(refused(3, 'x'.repeat(200), 'Holds more than 1 MB. Perhaps a quote is opened and not closed', 'description'))
  expect(rows[2]?.problems).toHaveLength(1)
  expect(rows[3]).toEqual(refused(5, 'E,F,"open\n', NOT_CLOSED, 'description'))
  const after = rows.findIndex(({ cells }) => cells.title === 'G')
  expect(rows[after + 1]?.problems?.[0]?.reason).toBe('The row is longer than 4 MB. Perhaps a quote is opened and not closed')
  expect(rows[after + 2]?.cells).toEqual({ title: 'I', shop: 'J' })
}, 60_000)

test('a file is read no further ahead than a chunk, however long it is', async () => {
  let sent = 0
  const endless = async function* () {
    for (;;) {
      sent++
      yield Buffer.from('Lunch,Kade\n'.repeat(100))
    }
  }
  let count = 0
  for await (const _ of splitRecords(endless(), ',')) if (++count === 10_000) break
  expect(sent).toBe(100)
})

async function* cut(bytes: Buffer, sizes: number[]) {
  for (let at = 0, next = 0; at < bytes.length; next++) {
    const size = sizes[next % sizes.length]!
    yield bytes.subarray(at, at + size)
    at += size
  }
}
async function split(chunks: AsyncIterable<Buffer>) {
  const records: CsvRecord[] = []
  for await (const record of splitRecords(chunks, ',')) records.push(record)
  return records
}

test('where the chunks of a file are cut makes no difference', async () => {
  const text = fc
    .array(fc.constantFrom('"', '""', ',', '\n', '\r\n', '\r', 'a', ' ', '🍛', '","', '"\n'), { maxLength: 60 })
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }), async (content, sizes) => {
      const bytes = Buffer.from(content)
      expect(await split(cut(bytes, sizes))).toEqual(await split(cut(bytes, [Infinity])))
    }),
    { numRuns: 300 },
  )
})

const names = OFFER_COLUMNS.map(({ name }) => name)
const cell = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r\n', '=', '+', '@', ' ', '𝟮', 'ශ'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    ),
    minLength: 1,
    maxLength: 12,
  })
  .filter((text) => text.isWellFormed() && !text.includes('\0') && !text.startsWith('\ufeff'))
const file = fc.record({
  rows: fc.array(
    fc.record(Object.fromEntries(names.map((name) => [name, cell])) as Record<OfferColumn, typeof cell>, {
      requiredKeys: ['title', 'shop'],
    }),
    { minLength: 1, maxLength: 4 },
  ),
  order: fc.shuffledSubarray(names, { minLength: names.length }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
  encode: fc.constantFrom<(text: string) => Buffer>(
    (text) => Buffer.from(text),
    (text) => Buffer.from(`\ufeff${text}`),
    (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  ),
})

test('what a spreadsheet writes is what is read', async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, order, separator, lineBreak, encode }) => {
      const quote = (text = '') => (/^[\w=+@]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`)
      const content = [order.join(separator), ...rows.map((cells) => order.map((name) => quote(cells[name])).join(separator))].join(
        lineBreak,
      )
      expect(await read(encode(content))).toEqual(rows.map((cells, at) => row(at + 2, cells)))
    }),
    { numRuns: 100 },
  )
})
