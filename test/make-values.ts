/** Values made from the schemas of the contract: what they let through, what they nearly do, and what somebody would send to break something. */
import fc from 'fast-check'
import type * as z from 'zod'

export const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e\u200b',
    '%00',
    '%2500',
    '%zz',
    '../../etc/passwd',
    "'; drop table consumer; --",
  ),
  fc.constantFrom<unknown>(
    '<script>alert(1)</script>',
    '{{7*7}}',
    '${7*7}',
    '=cmd|x',
    'a\r\nbcc: b@c.d',
    '\\u0000',
    '\ufeff',
    '🍛'.repeat(40),
    'x'.repeat(12_000),
  ),
  fc.constantFrom<unknown>(
    'NaN',
    'Infinity',
    '-0',
    '1e999',
    '9007199254740993',
    '-1',
    '0',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '__proto__',
  ),
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    1.5,
    [],
    {},
    [[]],
    [null],
    ['a', 'b'],
    { toString: 1 },
    { length: 3 },
    { $ne: null },
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)
/** Text that fits nothing in particular. */
export const WORDS = fc.oneof(fc.constantFrom('tea', 'Food', 'half price', '%', '_', 'ක', "O'Neil", 'tea \\'), fc.string({ maxLength: 30 }))

/** Anything as text, also what says of itself that it can be none. */
export const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

type Known = Record<string, readonly unknown[]>
/** Values that are right for a field of that name, where no schema can say which are. */
const KNOWN: Known = {
  id: ['$ME', '$OFFER', '$SHOP', '$SESSION', 'nobody'],
  email: ['$MAIL', '$MAIL', '$NEW', '$NEW', 'nobody@post.example'],
  password: ['correct horse', 'correct horse', 'battery staple', 'password'],
  newPassword: ['correct horse', 'battery staple', 'password'],
  currentPassword: ['correct horse', 'wrong horse'],
  phone: ['+94 77 123 4567', '077-1234567'],
  name: ['Nimali Perera'],
  shop: ['$SHOP', 'all'],
  offerId: ['$OFFER'],
  shopId: ['$SHOP'],
  targetId: ['$OFFER', '$OFFER', '$OFFER', '$SHOP'],
  userId: ['$ME'],
  // What fits together.
  interactionType: Array<string>(6).fill('OFFER_CLICK'),
  targetType: Array<string>(6).fill('OFFER'),
  action: Array<string>(6).fill('ADD'),
  exclude: ['$OFFER'],
  near: ['6.93,79.85'],
  cursor: ['W1siYSJdLDEsMF0'],
  version: ['$VERSION'],
  external_shop_id: ['S-1', ''],
  hours: ['mon-fri 09:00-17:00', ''],
  special_hours: ['2026-12-25 closed', ''],
  latitude: ['6.93'],
  longitude: ['79.85'],
  ...Object.fromEntries(['shop_email', 'shop_website', 'shop_logo', 'facebook', 'twitter', 'instagram'].map((name) => [name, ['']])),
  row: [3],
}

/** How a value is made for a schema and the name of its field. */
type Make = (schema: z.core.$ZodType, key: string) => fc.Arbitrary<unknown>
/** What a schema takes, as far as it says so. */
const makeFitting: Make = (schema, key) => makeBySchema(schema, key, makeFitting)
/** The same, mixed with what it does not take. */
const makeMixed: Make = (schema, key) =>
  fc.oneof(
    { weight: 12, arbitrary: makeBySchema(schema, key, makeMixed) },
    { weight: 1, arbitrary: WORDS },
    { weight: 3, arbitrary: HOSTILE },
  )
export const makeValue: Make = (schema, key) => fc.oneof(makeFitting(schema, key), makeMixed(schema, key))

function makeBySchema(schema: z.core.$ZodType, key: string, make: Make): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return makeObject(def.shape, make)
  if (def.type === 'array') return fc.array(make(def.element, key), { maxLength: 4 })
  if (def.type === 'tuple') return fc.tuple(...def.items.map((item) => make(item, key)))
  if (def.type === 'enum') return fc.constantFrom<unknown>(...Object.values(def.entries), ...(KNOWN[key] ?? []))
  if (def.type === 'literal') return fc.constantFrom<unknown>(...def.values)
  if (def.type === 'union') return fc.oneof(...def.options.map((option) => makeBySchema(option, key, make)))
  // A preparation takes anything; what it prepares for says what is right.
  if (def.type === 'pipe') return makeBySchema((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in, key, make)
  if (def.type === 'nullable') return fc.option(makeBySchema(def.innerType, key, make))
  if (def.type === 'optional' || def.type === 'default') return makeBySchema(def.innerType, key, make)
  if (def.type === 'string') return makeText(schema as z.core.$ZodString, key)
  if (def.type === 'number') {
    const known = KNOWN[key] ?? []
    const made = makeNumber(schema as z.core.$ZodNumber)
    return known.length > 0 ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...known) }, made) : made
  }
  if (def.type === 'record') return fc.dictionary(make(def.keyType, key).map(toText), make(def.valueType, key), { maxKeys: 4 })
  throw new Error(`No value is made yet for a schema of the kind ${def.type}`)
}

/** Within what is allowed, and at its edges. */
const makeNumber = ({ _zod: { bag } }: z.core.$ZodNumber, min = bag.minimum ?? -1e9, max = bag.maximum ?? 1e9) =>
  fc.oneof(fc.constantFrom(min, max, 0), fc.double({ min, max, noNaN: true }))

function makeText(schema: z.core.$ZodString, key: string): fc.Arbitrary<unknown> {
  const known = KNOWN[key] ?? []
  const { bag } = schema._zod
  const [pattern] = bag.patterns ?? []
  const isDay = (schema._zod.def as { format?: string }).format === 'date'
  const fitting = isDay
    ? fc.constantFrom('2026-11-21', '1990-02-28', '2999-12-31', '0001-01-01')
    : pattern
      ? fc.stringMatching(pattern, { size: '-1' })
      : fc.string({ maxLength: Math.min(bag.maximum ?? 20, 20), unit: 'grapheme' })
  return known.length > 0 ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...known) }, fitting) : fitting
}

/** Most of what a body names, often all of it, at times with what it does not name. */
function makeObject(shape: z.core.$ZodShape, make: Make): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, make(schema, key)]))
  const extra = fc.dictionary(fc.constantFrom('role', 'googleId', 'constructor', 'toString', 'x', '_id'), HOSTILE, { maxKeys: 2 })
  const asWritten = fc.record(fields)
  return fc.oneof(
    { weight: 4, arbitrary: asWritten },
    { weight: 2, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.tuple(asWritten, extra).map(([made, more]) => ({ ...made, ...more })) },
  )
}
