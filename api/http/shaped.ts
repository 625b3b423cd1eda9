/**
 * Answers shaped by the contract. Things that many answers hold, such as the card of an offer, are shaped once and remembered as they go
 * out, so that a page of them is put together instead of being checked and written anew.
 */
import { hash } from 'node:crypto'

import * as z from 'zod'

/** An answer as the contract has it, as it goes out, and its ETag. It may be shared: nobody may change it. */
export type ShapedAnswer = { answer: object; body: Buffer; etag: string }

/**
 * `body` is everything behind the brace that closes the one before it in a list, up to its own; `added` are fields that come behind it.
 * `mark` differs where they do. `text` is that body as a field of another thing has it, once it has stood in one.
 */
type Shaped = { schema: z.ZodType; value: object; body: Buffer; added: Buffer | undefined; mark: string; text?: string }
const shaped = new WeakMap<object, Shaped>()
/** Lists whose things have more fields than they were shaped with: what is asked for once is remembered by its list, which costs less. */
const shapedLists = new WeakMap<object[], (Shaped | undefined)[]>()

const markOf = (bytes: Buffer | string) => hash('sha1', bytes, 'base64url')

/** What a value holds that is shaped already, such as the shop of an offer, is neither checked nor written again. */
function shape<S extends z.ZodObject>(schema: S, value: z.input<S>): Shaped & { value: z.output<S> } {
  const inner = findShaped(schema, value)
  const fitting = omitFields(
    schema,
    inner.map(([name]) => name),
  ).parse(value)
  let text = `},${JSON.stringify(fitting).slice(0, -1)}`
  for (const [name, held] of inner) {
    fitting[name] = held.value
    held.text ??= held.body.toString('utf8', 2)
    text += `${text === '},{' ? '' : ','}"${name}":${held.text}}`
  }
  const body = Buffer.from(text)
  return { schema, value: fitting as z.output<S>, body, added: undefined, mark: markOf(body) }
}

/** The fields of a value that are shaped as its schema has them. */
function findShaped(schema: z.ZodObject, value: unknown): [name: string, Shaped][] {
  if (typeof value !== 'object' || value === null) return []
  const found: [name: string, Shaped][] = []
  for (const name of namesOfObjects(schema)) {
    const held = (value as Record<string, unknown>)[name]
    const known = typeof held === 'object' && held !== null ? shaped.get(held) : undefined
    if (known && known.schema === schema.shape[name]) found.push([name, known])
  }
  return found
}

const objectNames = new WeakMap<z.ZodObject, string[]>()
/** The fields that may be shaped apart: looked for once, for a card is shaped for most of the offers that a list shows. */
function namesOfObjects(schema: z.ZodObject): string[] {
  const known = objectNames.get(schema)
  if (known) return known
  const names = canOmit(schema) ? Object.keys(schema.shape).filter((name) => schema.shape[name] instanceof z.ZodObject) : []
  objectNames.set(schema, names)
  return names
}

/** Whether its fields may be checked apart: what looks at the whole, or lets in what it does not name, cannot be taken to pieces. */
const canOmit = ({ _zod: { def } }: z.ZodObject) => def.catchall === undefined && !def.checks?.length
const reduced = new WeakMap<z.ZodObject, Map<string, z.ZodObject>>()
/** A schema without these fields, made once. */
function omitFields(schema: z.ZodObject, names: string[]): z.ZodObject {
  if (names.length === 0) return schema
  const known = reduced.get(schema) ?? new Map<string, z.ZodObject>()
  reduced.set(schema, known)
  const key = names.join(' ')
  const mask: Record<string, true> = Object.fromEntries(names.map((name) => [name, true]))
  const made = known.get(key) ?? schema.omit(mask)
  known.set(key, made)
  return made
}

/** What goes out of a value, remembered as it does. Throws where the value does not fit. */
export function shapeOnce<S extends z.ZodObject>(schema: S, value: z.input<S>): z.output<S> {
  const made = shape(schema, value)
  shaped.set(made.value, made)
  return made.value
}

/** Shaped things with more of the fields that the contract gives them. */
export function addFields<T extends object>(items: T[], moreOf: (item: T, index: number) => Partial<T>): T[] {
  const shapes: (Shaped | undefined)[] = []
  const list = items.map((item, index) => {
    const more = moreOf(item, index)
    const fields = JSON.stringify(more).slice(1, -1)
    const value = { ...item, ...more }
    const known = shaped.get(item)
    shapes.push(known && (fields === '' ? known : { ...known, value, added: Buffer.from(`,${fields}`), mark: known.mark + fields }))
    return value
  })
  shapedLists.set(list, shapes)
  return list
}

/** The answer that goes out: a field that the contract does not name never leaves. Throws where a value does not fit. */
export function shapeAnswer(schema: z.ZodType, answer: { data?: unknown; [field: string]: unknown } | unknown[]): ShapedAnswer {
  const items = Array.isArray(answer) ? undefined : shapeItems(schema, answer.data)
  if (!items) {
    const whole = schema.parse(answer) as object
    const body = Buffer.from(JSON.stringify(whole))
    return { answer: whole, body, etag: `"${markOf(body)}"` }
  }
  const around = schema.parse({ ...answer, data: [] }) as object
  const head = JSON.stringify({ ...around, data: undefined }).slice(0, -1)
  const parts: Uint8Array[] = [Buffer.from(`${head},"data":[`)]
  let marks = head
  for (const { body, added, mark } of items) {
    parts.push(parts.length > 1 ? body : body.subarray(2))
    if (added) parts.push(added)
    marks += mark
  }
  parts.push(items.length > 0 ? END : END_OF_NONE)
  return { answer: { ...around, data: items.map(({ value }) => value) }, body: Buffer.concat(parts), etag: `"${markOf(marks)}"` }
}
const END = Buffer.from('}]}')
const END_OF_NONE = Buffer.from(']}')

/** The things of an answer that is a list: as they are remembered, or shaped now. */
function shapeItems(schema: z.ZodType, data: unknown): Shaped[] | undefined {
  const list = schema instanceof z.ZodObject ? (schema.shape as z.ZodRawShape)['data'] : undefined
  if (!(list instanceof z.ZodArray) || !(list.element instanceof z.ZodObject) || !Array.isArray(data)) return undefined
  const { element } = list
  const known = shapedLists.get(data)
  return data.map((item: object, at) => {
    const before = known ? known[at] : shaped.get(item)
    return before?.schema === element ? before : shape(element, item as z.input<typeof element>)
  })
}
