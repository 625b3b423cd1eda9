/**
 * Answers shaped by the contract. Things that many answers hold, such as the card of an offer, are shaped once and remembered as they go
 * out, so that a page of them is put together instead of being checked and written anew.
 */
import { hash } from 'node:crypto'

import * as z from 'zod'

/** An answer as the contract has it, as it goes out, and its ETag. It may be shared: nobody may change it. */
export type ShapedAnswer = { answer: object; body: Buffer; etag: string }

/** `body` has a comma before it, as it stands in a list. `mark` differs where `body` does. */
type Shaped = { schema: z.ZodType; body: Buffer; mark: string }
const shaped = new WeakMap<object, Shaped>()

const markOf = (bytes: Buffer | string) => hash('sha1', bytes, 'base64url')

/** What goes out of a value, remembered as it does. Throws where the value does not fit. */
export function shapeOnce<S extends z.ZodObject>(schema: S, value: z.input<S>): z.output<S> {
  const fitting = schema.parse(value)
  const body = Buffer.from(`,${JSON.stringify(fitting)}`)
  shaped.set(fitting, { schema, body, mark: markOf(body) })
  return fitting
}

/** A shaped thing with more of its fields. */
export function addFields<T extends object>(item: T, more: Partial<T>): T {
  const added = JSON.stringify(more)
  if (added === '{}') return item
  const whole = { ...item, ...more }
  const known = shaped.get(item)
  if (known)
    shaped.set(whole, {
      ...known,
      body: Buffer.concat([known.body.subarray(0, -1), Buffer.from(`,${added.slice(1)}`)]),
      mark: known.mark + added,
    })
  return whole
}

/** The answer that goes out: a field that the contract does not name never leaves. Throws where a value does not fit. */
export function shapeAnswer(schema: z.ZodType, answer: { data?: unknown; [field: string]: unknown } | unknown[]): ShapedAnswer {
  const items = Array.isArray(answer) ? undefined : findItems(schema, answer.data)
  if (!items || Array.isArray(answer)) {
    const whole = schema.parse(answer) as object
    const body = Buffer.from(JSON.stringify(whole))
    return { answer: whole, body, etag: `"${markOf(body)}"` }
  }
  const around = schema.parse({ ...answer, data: [] }) as object
  const head = JSON.stringify({ ...around, data: undefined }).slice(0, -1)
  const parts: Uint8Array[] = [Buffer.from(`${head},"data":[`)]
  let marks = head
  for (const { body, mark } of items) {
    parts.push(parts.length > 1 ? body : body.subarray(1))
    marks += mark
  }
  parts.push(END)
  return { answer: { ...around, data: answer.data }, body: Buffer.concat(parts), etag: `"${markOf(marks)}"` }
}
const END = Buffer.from(']}')

/** The items of an answer that is a list, where every one has been shaped by the schema that the list asks for. */
function findItems(schema: z.ZodType, data: unknown): Shaped[] | undefined {
  const list = schema instanceof z.ZodObject ? (schema.shape as z.ZodRawShape)['data'] : undefined
  if (!(list instanceof z.ZodArray) || !Array.isArray(data)) return undefined
  const items: Shaped[] = []
  for (const item of data as object[]) {
    const known = shaped.get(item)
    if (known?.schema !== list.element) return undefined
    items.push(known)
  }
  return items
}
