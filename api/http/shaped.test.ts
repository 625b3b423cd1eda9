import { expect, test } from 'vitest'
import * as z from 'zod'

import { one, page } from '#contract/wire.ts'
import { addFields, shapeAnswer, shapeOnce } from './shaped.ts'

const thing = z.object({ name: z.string(), distance: z.number().optional() })
const things = page(thing)
const around = { success: true, count: 2, total: 2, totalIsMore: false, nextCursor: null }

test('a page of things, shaped before or not, is what shaping the whole would say', () => {
  const [tea, rice] = [shapeOnce(thing, { name: 'Tea “☕”' }), shapeOnce(thing, { name: 'Rice' })]
  const { etag } = shapeAnswer(things, { ...around, data: [tea, rice] })
  const far = addFields([tea, rice], ({ name }) => (name === 'Rice' ? { distance: 1.25 } : {}))
  for (const [data, same] of [
    [
      [tea, rice],
      [{ name: 'Tea “☕”' }, { name: 'Rice' }],
    ],
    [far, [{ name: 'Tea “☕”' }, { name: 'Rice', distance: 1.25 }]],
    [addFields([tea, { name: 'Rice' }], () => ({})), [{ name: 'Tea “☕”' }, { name: 'Rice' }]],
    [far.toReversed(), [{ name: 'Rice', distance: 1.25 }, { name: 'Tea “☕”' }]],
    [[], []],
  ]) {
    const { answer, body } = shapeAnswer(things, { ...around, data })
    const plain = things.parse({ ...around, data: same })
    expect(JSON.parse(body.toString())).toEqual(plain)
    expect(answer).toEqual(plain)
  }
  expect(shapeAnswer(things, { ...around, data: far }).etag).not.toBe(etag)
  expect(shapeAnswer(things, { ...around, data: [tea, rice] }).etag).toBe(etag)
  expect(shapeAnswer(things, { ...around, data: [rice, tea] }).etag).not.toBe(etag)
  expect(shapeAnswer(things, { ...around, total: 3, data: [tea, rice] }).etag).not.toBe(etag)
})

test('what a thing holds that is shaped already is the same as if it were not, and is shaped anew where another contract asks', () => {
  const shelf = z.object({ name: z.string(), best: thing.nullable() })
  const shelves = page(shelf)
  const best = shapeOnce(thing, { name: 'Tea “☕”' })
  for (const data of [
    [
      { name: 'Hot', best },
      { name: 'Cold', best: null },
    ],
    [shapeOnce(shelf, { name: 'Hot', best })],
    [{ best }],
  ]) {
    const schema = data.length === 1 && !('name' in data[0]!) ? page(z.object({ best: thing })) : shelves
    const plain = schema.parse({ ...around, data: structuredClone(data) })
    const { answer, body } = shapeAnswer(schema, { ...around, data })
    expect(JSON.parse(body.toString())).toEqual(plain)
    expect(answer).toEqual(plain)
  }
  const bare = page(z.object({ best: z.object({}) }))
  expect(shapeAnswer(bare, { ...around, data: [{ best }] }).body.toString()).toContain('"data":[{"best":{}}]')
  expect(() => shapeAnswer(shelves, { ...around, data: [{ best }] })).toThrow(z.ZodError)
})

test('what the contract does not name never leaves, shaped before or not, and what does not fit is an error', () => {
  const secret = { name: 'Tea', code: 'SECRET' }
  const shapes = [
    shapeAnswer(things, { ...around, code: 'SECRET', data: [secret] }),
    shapeAnswer(things, { ...around, code: 'SECRET', data: [shapeOnce(thing, secret)] }),
    shapeAnswer(one(thing), { success: true, data: secret }),
    // Shaped for another list: here it is shaped anew.
    shapeAnswer(things, { ...around, data: [shapeOnce(thing.extend({ code: z.string() }), secret)] }),
  ]
  for (const { answer, body } of shapes) {
    expect(body.toString()).not.toContain('SECRET')
    expect(JSON.stringify(answer)).not.toContain('SECRET')
  }
  expect(() => shapeOnce(thing, { name: 1 } as never)).toThrow(z.ZodError)
  expect(() => shapeAnswer(things, { ...around, total: 'many', data: [shapeOnce(thing, { name: 'Tea' })] })).toThrow(z.ZodError)
})
