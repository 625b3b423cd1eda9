import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

import { emptyModel, type Model, type Rows, type Trees } from '../ranking/model.ts'

/**
 * The bytes of a model: `KADE`, the edition of this format and the length of the description as 32 bits each, SHA-256 of all that follows, the
 * description (JSON, filled up with blanks to a multiple of 4), the numbers of all arrays one after the other, each filled up to a multiple of 4. Little
 * endian, as every processor is that Node runs on.
 */
const MARK = 'KADE'
/** To be raised whenever a model has other parts, or the same ones mean something else: older bytes are then refused, and trained anew. */
const EDITION = 3
const HEAD = 12 + 32
/** So many bytes are summed up at once, a few milliseconds: the thread that serves answers in between. */
const SLICE = 2 * 2 ** 20

type Numbers = Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array
const KINDS = { Float32Array, Uint32Array, Int32Array, Uint16Array, Uint8Array }
type Part = { name: string; kind: keyof typeof KINDS; length: number }
type Described = { texts: Record<string, unknown>; parts: Part[] }

const isNumbers = (value: unknown): value is Numbers => ArrayBuffer.isView(value)
const fillUp = (length: number) => Math.ceil(length / 4) * 4

/** Every array of a model by its path, and all that is no array. */
function takeApart({ neighbours, trees, ...rest }: Model) {
  const flat: Record<string, unknown> = { ...rest, depth: trees.depth }
  for (const [name, value] of Object.entries(neighbours)) flat[`neighbours.${name}`] = value
  for (const [name, value] of Object.entries(trees)) if (isNumbers(value)) flat[`trees.${name}`] = value
  const arrays = Object.entries(flat).filter((entry): entry is [string, Numbers] => isNumbers(entry[1]))
  const texts = Object.fromEntries(Object.entries(flat).filter(([, value]) => !isNumbers(value)))
  return { arrays, texts }
}

/** A model as bytes, to keep and to send. */
export function encodeModel(model: Model): Uint8Array {
  const { arrays, texts } = takeApart(model)
  const parts = arrays.map(([name, array]): Part => ({ name, kind: array.constructor.name as keyof typeof KINDS, length: array.length }))
  const words = Buffer.from(JSON.stringify({ texts, parts } satisfies Described))
  const described = Buffer.alloc(fillUp(words.length), ' ')
  described.set(words)
  const length = arrays.reduce((sum, [, array]) => sum + fillUp(array.byteLength), HEAD + described.length)
  const bytes = new Uint8Array(length)
  bytes.set(described, HEAD)
  let at = HEAD + described.length
  for (const [, array] of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at += fillUp(array.byteLength)
  }
  bytes.set(Buffer.from(MARK))
  new DataView(bytes.buffer).setUint32(4, EDITION, true)
  new DataView(bytes.buffer).setUint32(8, described.length, true)
  bytes.set(createHash('sha256').update(bytes.subarray(HEAD)).digest(), 12)
  return bytes
}

async function sumUp(bytes: Uint8Array) {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += SLICE) {
    hash.update(bytes.subarray(at, at + SLICE))
    await setImmediate()
  }
  return hash.digest()
}

/** The model out of bytes of `encodeModel`; rejects with an Error that says what is wrong where they are others, of another edition or damaged. */
export async function decodeModel(given: Uint8Array): Promise<Model> {
  // Typed arrays must begin at a multiple of 4, and a driver hands out bytes from the middle of its buffer.
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEAD || Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== MARK)
    throw new Error('These bytes are no model of the recommender')
  const edition = view.getUint32(4, true)
  if (edition !== EDITION) throw new Error(`The model is of edition ${edition}, this program reads ${EDITION}: train it anew`)
  const sum = await sumUp(bytes.subarray(HEAD))
  if (!sum.equals(bytes.subarray(12, HEAD))) throw new Error('The model is damaged: its bytes are not those that were written')
  const begin = HEAD + view.getUint32(8, true)
  const { texts, parts } = JSON.parse(Buffer.from(bytes.subarray(HEAD, begin)).toString('utf8')) as Described
  const arrays: Record<string, Numbers> = {}
  let at = begin
  for (const { name, kind, length } of parts) {
    const array = new KINDS[kind](bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length)
    arrays[name] = array
    at += fillUp(array.byteLength)
  }
  const pick = (prefix: string) =>
    Object.fromEntries(
      Object.entries(arrays).flatMap(([name, array]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), array]] : [])),
    )
  const { depth, ...words } = texts
  const own = Object.fromEntries(Object.entries(arrays).filter(([name]) => !name.includes('.')))
  return {
    ...emptyModel(),
    ...words,
    ...own,
    neighbours: pick('neighbours.') as Rows,
    trees: { ...(pick('trees.') as Omit<Trees, 'depth'>), depth: Number(depth) },
  }
}
