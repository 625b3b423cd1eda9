/** Requests made from the schemas of the contract itself: what they let through, what they nearly do, and what somebody would send to break something. */
import fc from 'fast-check'
import type * as z from 'zod'

import { calls, type Call, type CallName } from '#contract/calls.ts'
import { OFFER_COLUMNS } from '#contract/offer-csv-columns.ts'

export type MadeRequest = {
  name: CallName
  /** Who asks: nobody, somebody with a token that is none, the shopper, the administrator. */
  as: 'nobody' | 'garbage' | 'shopper' | 'admin'
  /** Path and query, under /api/v1. `$ME`, `$OFFER`, `$SHOP`, `$SESSION`, `$MAIL`, `$IMPORT` and `$VERSION` stand for what is there, `$NEW` for an address that is not. */
  address: string
  type?: string
  payload?: string | Buffer
}

const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
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
const WORDS = fc.oneof(fc.constantFrom('tea', 'Food', 'half price', '%', '_', 'ක', "O'Neil", 'tea \\'), fc.string({ maxLength: 30 }))

/** Anything as text, also what says of itself that it can be none. */
const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

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
  row: [3],
  version: ['$VERSION'],
  external_shop_id: ['S-1', ''],
  hours: ['mon-fri 09:00-17:00', ''],
  special_hours: ['2026-12-25 closed', ''],
  latitude: ['6.93'],
  longitude: ['79.85'],
  ...Object.fromEntries(['shop_email', 'shop_website', 'shop_logo', 'facebook', 'twitter', 'instagram'].map((name) => [name, ['']])),
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
const makeValue: Make = (schema, key) => fc.oneof(makeFitting(schema, key), makeMixed(schema, key))

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

const encode = (value: unknown) => encodeURIComponent(toText(value).toWellFormed())
/** Steps in a path lead to another call, and are no ids. */
const isStep = (text: string) => /^(\.|%2e){0,2}$/i.test(text)

/** What an id in a path names. To like no more is to name the thing, all else about likes and interests is to name oneself. */
function nameRight(name: CallName, path: string) {
  if (path.includes('session')) return '$SESSION'
  // The first import is one that was published.
  if (path.includes('imports')) return path.endsWith('offers.csv') ? '1' : '$IMPORT'
  if (/^\/(superadmin\/dashboard\/)?shops/.test(path) || /^DELETE .*(liked|favorite)-shops/.test(name)) return '$SHOP'
  return path.startsWith('/offers') ||
    path.includes('dashboard/offers') ||
    path.includes('reports') ||
    /^DELETE .*(liked-offers|not-interested)/.test(name)
    ? '$OFFER'
    : '$ME'
}

function makeAddress(name: CallName, { params, query }: Call): fc.Arbitrary<string> {
  const path = name.slice(name.indexOf(' ') + 1)
  const right = nameRight(name, path)
  const id = params
    ? fc.oneof(
        { weight: 5, arbitrary: fc.constant(right) },
        makeValue(params.shape['id'], 'id').map(encode),
        fc.constantFrom('%00', '%zz', '%ff', '%2e%2e%2f', 'x'.repeat(300)),
      )
    : fc.constant('')
  const wishes = query
    ? fc.oneof({ weight: 6, arbitrary: makeValue(query, '') }, { weight: 1, arbitrary: fc.constant({}) })
    : fc.constant({})
  const raw = fc.constantFrom(
    '',
    '',
    '',
    '',
    '&x=%00',
    '&%00',
    '&q=%zz',
    '&q=%ed%a0%80',
    '&__proto__=1',
    '&limit=1&limit=2',
    '&constructor[prototype]=1',
    '&&==',
    '?',
  )
  return fc.tuple(id, wishes, raw).map(([one, wish, more]) => {
    const pairs = Object.entries(wish ?? {}).flatMap(([key, value]) => [value].flat().map((item) => `${encode(key)}=${encode(item)}`))
    const text = pairs.join('&') + more
    return path.replace('{id}', isStep(one) ? 'x' : one) + (text === '' ? '' : `?${text.replace(/^&/, '')}`)
  })
}

type Sent = { type?: string; payload?: string | Buffer }
const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'application/json; charset=latin1', 'APPLICATION/JSON']
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'text/html',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  '*/*',
  'json',
  '',
]

function makeBody({ body, file }: Call): fc.Arbitrary<Sent> {
  const nothing = fc.constant<Sent>({})
  const whole = body ? makeValue(body, '').map((value) => JSON.stringify(value) ?? '') : fc.constant('{}')
  const broken = fc.tuple(whole, fc.nat({ max: 60 })).map(([text, at]) => text.slice(0, at))
  const poisoned = fc.constantFrom(
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '['.repeat(20_000),
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
    '"\\u0000"',
    '{"name":"\\ud800"}',
    '\u0000',
    '{"a":1,"a":2}',
    '1e99999',
  )
  const json = fc
    .tuple(fc.constantFrom(...JSON_TYPES), fc.oneof({ weight: 12, arbitrary: whole }, broken, poisoned))
    .map(([type, payload]) => ({ type, payload }))
  const other = fc.tuple(fc.constantFrom(...OTHER_TYPES), fc.oneof(whole, poisoned)).map(([type, payload]) => ({ type, payload }))
  const mixed = [
    { weight: body ? 16 : 3, arbitrary: json },
    { weight: 1, arbitrary: other },
    { weight: body ? 1 : 6, arbitrary: nothing },
  ]
  return file === undefined ? fc.oneof(...mixed) : fc.oneof({ weight: 16, arbitrary: makeForm(file) }, ...mixed)
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** A form with a file: a picture or a table, whole or not, under its name or another, and at times cut off. */
function makeForm(file: string): fc.Arbitrary<Sent> {
  const cell = fc.oneof(WORDS, HOSTILE.map(toText)).map((text) => `"${text.toWellFormed().replaceAll('"', '""')}"`)
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 12 }), { maxLength: 3 })
  const columns = fc.shuffledSubarray(
    OFFER_COLUMNS.map(({ name }) => name),
    { minLength: 1 },
  )
  const table = fc
    .tuple(columns, rows)
    .map(([head, lines]) => Buffer.from([head.join(','), ...lines.map((line) => line.join(','))].join('\n')))
  const picture = fc.tuple(fc.constant(PNG), fc.nat({ max: 90 })).map(([bytes, cut]) => bytes.subarray(0, Math.max(cut, 8)))
  const bytes = fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw))
  const example = Buffer.from(
    [
      OFFER_COLUMNS.map(({ name }) => name),
      OFFER_COLUMNS.map((column) => `"${column.example}"`),
      // Refused, to be mended: row 3.
      OFFER_COLUMNS.map((column) => (column.name === 'title' ? '' : `"${column.example}"`)),
    ]
      .map((line) => line.join(','))
      .join('\n'),
  )
  const [good, others] = file === 'csv' ? [example, table] : [PNG, picture]
  const content = fc.oneof({ weight: 4, arbitrary: fc.constant(good) }, { weight: 4, arbitrary: others }, bytes)
  const field = fc.oneof({ weight: 8, arbitrary: fc.constant(file) }, fc.constantFrom('', 'other', '__proto__', 'toString', '\u0000'))
  const fileName = fc.constantFrom('a.png', '../../a', '', 'a\u0000.csv', '\ud800.png', 'x'.repeat(300), '.htaccess', 'a"b')
  return fc.tuple(content, field, fileName, fc.nat({ max: 12 })).map(([body, name, as, cut]) => {
    const head = `--limit\r\ncontent-disposition: form-data; name="${name}"; filename="${as}"\r\ncontent-type: image/png\r\n\r\n`
    const whole = Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n--limit--\r\n')])
    return { type: 'multipart/form-data; boundary=limit', payload: cut > 3 ? whole : whole.subarray(0, whole.length - cut * 7) }
  })
}

const ALL = Object.keys(calls) as CallName[]

/** Any request to any of these calls. `rare` are calls that cost much, and come less often. */
export function makeRequests({
  names = ALL,
  rare = [],
}: { names?: readonly CallName[]; rare?: readonly CallName[] } = {}): fc.Arbitrary<MadeRequest> {
  return fc.oneof(
    ...names.map((name) => {
      const call: Call = calls[name]
      const fitting = call.who === 'admin' ? 'admin' : call.who === 'consumer' ? 'shopper' : 'nobody'
      const as = fc.oneof({ weight: 8, arbitrary: fc.constant(fitting) }, fc.constantFrom('nobody', 'garbage', 'shopper', 'admin'))
      const body = name.startsWith('GET') ? fc.constant<Sent>({}) : makeBody(call)
      const arbitrary = fc
        .tuple(as, makeAddress(name, call), body)
        .map(([who, address, sent]): MadeRequest => ({ name, as: who, address, ...sent }))
      return { weight: rare.includes(name) ? 1 : 10, arbitrary }
    }),
  )
}
