/** Reads files that nobody would write: those of the corpus, cut, mixed and damaged. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'

import fc from 'fast-check'

import { colombo } from '#contract/colombo.ts'
import { AppError } from '#contract/errors.ts'
import { rowProblem } from '#contract/import.ts'

import { Notes } from '#api/imports/gather-notes.ts'
import { readOffers } from '#api/imports/read-offers.ts'
import { spoolUpload } from '#api/imports/spool-upload.ts'

const CORPUS = new URL('corpus/', import.meta.url)
const FILES = readdirSync(CORPUS)
  .filter((file) => file.endsWith('.csv'))
  .map((file) => readFileSync(new URL(file, CORPUS)))
const context = { city: colombo, today: '2026-11-24', allowTokens: false }
/** A file of the corpus takes some milliseconds; a machine may be busy. */
const SLOW = 5_000

/** What readers stumble over, in bytes. */
const PIECES = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r',
  '\r\n',
  '",',
  '"\n',
  'sep=;\n',
  "'",
  '=',
  '-',
  '@',
  '{today}',
  '\0',
  '\ufeff',
  '\u200b',
  '\u00a0',

  '%',
  ' off',
  'Rs. ',
  '1/1/26',
  '13/13/2026',
  '99999',
  '46327.5',
  'was Rs. 2 now Rs. 1',
  'up to 50%',
  '&amp;',
  '<br>',
  '&#x110000;',
  '𝟮',
  '🅰🅱',

  '🍛',
  'ශ්‍රී',
  'Ã©',
  'Hurry! ',
  'Colombo 0',
  ' Colombo 3',
  '00700',
  '+94',
  'title',
  'shop',
  'address',
  '9'.repeat(300),
  ' '.repeat(500),
  'x'.repeat(4_000),
]
  .map((text) => Buffer.from(text))
  .concat(['ff', 'c3', 'fffe', 'feff', 'efbbbf', 'f09f', '00', '80', '1a'].map((hex) => Buffer.from(hex, 'hex')))

/** A damage: where, as a share of the file, and what is done there. */
const at = fc.double({ min: 0, max: 1, noNaN: true })
const damage = fc.oneof(
  fc.record({ at, put: fc.constantFrom(...PIECES) }),
  fc.record({ at, put: fc.uint8Array({ maxLength: 8 }) }),
  fc.record({ at, cut: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ at, again: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ at, splice: fc.nat(FILES.length - 1) }),
)
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never

function applyDamage(bytes: Buffer, one: Damage): Buffer {
  const place = Math.floor(one.at * bytes.length)
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
  if ('put' in one) return Buffer.concat([before, one.put, after])
  if ('cut' in one) return Buffer.concat([before, after.subarray(one.cut)])
  if ('again' in one) return Buffer.concat([before, after.subarray(0, one.again), after])
  const other = FILES[one.splice]!
  return Buffer.concat([before, other.subarray(Math.floor(one.at * other.length))])
}
const file = fc
  .record({ base: fc.nat(FILES.length - 1), damages: fc.array(damage, { maxLength: 12 }), chunk: fc.integer({ min: 1, max: 5_000 }) })
  .map(({ base, damages, chunk }) => ({ bytes: damages.reduce(applyDamage, FILES[base]!), chunk }))

function* cut(bytes: Buffer, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/** Reads one file, and throws where the reading is not what it promises. Answers whether an offer came of it. */
async function tryFile(bytes: Buffer, chunk: number, dir: string): Promise<boolean> {
  const notes = new Notes()
  let taken = 0
  let last = 0
  const begun = performance.now()
  try {
    const upload = await spoolUpload(Readable.from(cut(bytes, chunk)), { dir, maxBytes: 2 ** 22 })
    try {
      for await (const { row, parsed } of readOffers(upload, context, notes)) {
        if (row <= last) throw new Error(`row ${row} comes after row ${last}`)
        last = row
        if (!parsed) continue
        taken++
        const text = JSON.stringify(parsed)
        if (!text.isWellFormed() || /\\u0000|NaN|Infinity/.test(text)) throw new Error(`cannot be stored: ${text}`)
      }
    } finally {
      await upload.remove()
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'import_refused')) throw error
  }
  const { problems, warnings } = notes.report()
  for (const note of [...problems, ...warnings]) rowProblem.parse(note)
  if (performance.now() - begun > SLOW) throw new Error(`took ${Math.round(performance.now() - begun)} ms for ${bytes.length} bytes`)
  return taken > 0
}

/** Reads so many files. Answers of how many of them an offer came, and by how many bytes the heap has grown. */
export async function tryFiles(count: number, { seed }: { seed?: number } = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'files-'))
  let good = 0
  const heapBefore = process.memoryUsage().heapUsed
  try {
    const property = fc.asyncProperty(file, async ({ bytes, chunk }) => void (good += Number(await tryFile(bytes, chunk, dir))))
    await fc.assert(property, { numRuns: count, ...(seed !== undefined && { seed }) })
  } finally {
    rmSync(dir, { recursive: true })
  }
  return { good, grown: process.memoryUsage().heapUsed - heapBefore }
}
