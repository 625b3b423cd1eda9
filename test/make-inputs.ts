/** Requests made from the schemas of the contract itself, fitting and hostile. */
import fc from 'fast-check'

import { calls, type Call, type CallName } from '#contract/calls.ts'
import { OFFER_COLUMNS } from '#contract/offer-csv-columns.ts'

import { HOSTILE, WORDS, toText, makeValue } from './make-values.ts'

export type MadeRequest = {
  name: CallName
  /** Who asks: nobody, somebody with a token that is none, the shopper, the administrator. */
  as: 'nobody' | 'garbage' | 'shopper' | 'admin'
  /** Path and query, under /api/v1. `$ME`, `$OFFER`, `$SHOP`, `$SESSION`, `$MAIL`, `$IMPORT` and `$VERSION` stand for what is there, `$NEW` for an address that is not. */
  address: string
  type?: string
  payload?: string | Buffer
}

const encode = (value: unknown) => encodeURIComponent(toText(value).toWellFormed())
/** Steps in a path lead to another call, and are no ids. */
const isStep = (text: string) => /^(\.|%2e){0,2}$/i.test(text)

/** What an id in a path names. To like no more is to name the thing, all else about likes and interests is to name oneself. */
function nameRight(name: CallName, path: string) {
  if (path.includes('session')) return '$SESSION'
  // The first import is one that was published.
  if (path.includes('imports')) return path.endsWith('.csv') && !path.endsWith('refused.csv') ? '1' : '$IMPORT'
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
