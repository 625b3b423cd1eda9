/** Sends made requests to an app, and says what is wrong with an answer. */
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type * as z from 'zod'

import { calls, type Call, type CallName } from '#contract/calls.ts'
import { SESSION_LIFE } from '#contract/constants.ts'
import { AppError, errors, type ErrorCode } from '#contract/errors.ts'
import { UTF8_MARK } from '#contract/offer-csv-write.ts'
import { failure } from '#contract/wire.ts'
import { transact } from '#db/connection.ts'

import { insertConsumer } from '#api/consumers/data.ts'
import { hashPassword } from '#api/passwords/hash-password.ts'
import { insertSession } from '#api/sessions/data.ts'
import { createTokens } from '#api/sessions/sign-token.ts'
import { PASSWORD, person } from './accounts.ts'
import { ADMIN_KEY, openDesk, openTestApp, type Row, type TestApp } from './app.ts'
import { NOBODY } from './interactions.ts'
import { makeRequests, type MadeRequest } from './make-inputs.ts'

type Target = {
  app: TestApp
  /** Brings city and shopper back for a call where one has been `touched` since. */
  refresh: (name: CallName) => Promise<void>
  touch: () => void
  fill: (text: string) => string
  token: () => string
}

/** What looks for a file that was checked. */
const WANTS_CHECKED = /imports\/\{id\}\/(publish|cancel|rows)$/

/** A small city, and a shopper who is signed in. */
async function openTarget(): Promise<Target> {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '1000000', GOOGLE_CLIENT_ID: 'kade.apps.example' } })
  const { db, newId, clock } = app.context
  const city = {
    title: 'Tea at half price',
    shop: 'Tea House',
    category: 'Food',
    discount: '50',
    tags: 'tea|hot',
    latitude: '6.93',
    longitude: '79.85',
  }
  await app.importRows([city])
  const offer = (await app.http('GET /offers/all', { query: { limit: '1' } })).data[0]!
  const passwordHash = await hashPassword(PASSWORD)
  const tokens = createTokens(app.context)
  let [me, session, token, mail] = [NOBODY, NOBODY, '', '']
  let checked = '1'
  let version = '1'
  let isTouched = true
  return {
    app,
    async refresh(name) {
      if (!isTouched && !WANTS_CHECKED.test(name)) return
      isTouched = false
      // What others do sets aside what was checked.
      if (WANTS_CHECKED.test(name) && !(await hasChecked(app))) await checkFile(app, [city, { ...city, title: '' }])
      const found = await bringBack(app, { shopId: offer.shop._id, me, session })
      checked = found.checked
      version = found.version
      if (found.isThere) return
      const [now, { password: _, ...facts }] = [clock.now(), person({ email: `${newId()}@post.example` })]
      ;[me, session, mail] = [newId(), newId(), facts.email]
      const row = { id: me, ...facts, gender: 'Other', birthday: null, password_hash: passwordHash, now } as const
      await transact(db, async (trx) => {
        await insertConsumer(trx, row)
        await insertSession(trx, { id: session, consumerId: me, device: 'Firefox on Linux', now, expires: now + SESSION_LIFE })
      })
      token = await tokens.sign({ consumerId: me, sessionId: session })
    },
    touch: () => void (isTouched = true),
    fill(text) {
      const there = {
        ME: me,
        OFFER: offer._id,
        SHOP: offer.shop._id,
        SESSION: session,
        MAIL: mail,
        IMPORT: checked,
        VERSION: version,
        NEW: `${newId()}@post.example`,
      }
      return text.replaceAll(/\$(ME|OFFER|SHOP|SESSION|MAIL|IMPORT|VERSION|NEW)/g, (_, what: keyof typeof there) => there[what])
    },
    token: () => token,
  }
}

/**
 * What was withdrawn comes back, so that later requests find it; that withdrawing does what it says edits.test.ts proves. Answers the latest
 * import, one that waits before others, the version of the shop, and whether the shopper is still there, and signed in.
 */
async function bringBack({ context: { pool } }: TestApp, { shopId, me, session }: { shopId: string; me: string; session: string }) {
  const { rows } = await pool.query(
    `with shown_shop as (update shop_version set withdrawn_at = null where shop_id = $1 and withdrawn_at is not null),
      shown_offer as (update offer_version set withdrawn_at = null where shop_id = $1 and withdrawn_at is not null)
    select (select coalesce(max(id) filter (where state = 'checked'), max(id)) from import)::text as checked,
      (select id from current_shop where shop_id = $1)::text as version,
      exists (select 1 from consumer join session on consumer_id = consumer.id where consumer.id = $2 and session.id = $3) as "isThere"`,
    [shopId, me, session],
  )
  return rows[0] as { checked: string; version: string; isThere: boolean }
}

function allowRunning(error: unknown) {
  if (!(error instanceof AppError && error.code === 'import_running')) throw error
}
const hasChecked = async ({ context: { pool } }: TestApp) =>
  (await pool.query("select 1 from import where state = 'checked'")).rows.length === 1
const checkFile = (app: TestApp, rows: Row[]) =>
  openDesk(app)
    .check(rows)
    .then(() => undefined, allowRunning)

/** A bare list is a success by itself. */
type Body = { success: boolean; code?: string }
const isSuccess = (body: Body | unknown[]) => Array.isArray(body) || body.success

/** A stack, a path or a statement. */
const INSIDE = /\.ts:\d|node_modules|\bat async |syntax error at|relation "|violates /
/** What is wrong with an answer; undefined where nothing is. */
function findFault({ name }: MadeRequest, status: number, text: string): string | undefined {
  const call: Call = calls[name]
  // A file of the catalogue breaks off where an import that goes on behind its answer is shown meanwhile.
  const isBroken = status >= 500 && !(call.type && status === 503)
  if (isBroken) return `answers ${status}: ${text}`
  if (INSIDE.test(text)) return `shows the inside: ${text.slice(0, 500)}`
  if (call.type && status === 200) return text.startsWith(UTF8_MARK) ? undefined : `answers a file without its mark: ${text.slice(0, 500)}`
  const body = JSON.parse(text) as Body
  const shape: z.ZodType = isSuccess(body) ? call.answer : failure
  const result = shape.safeParse(body)
  if (!result.success) return `answers what the contract does not know: ${text.slice(0, 500)}`
  if (isSuccess(body)) return status === (call.status ?? 200) ? undefined : `answers a success with ${status}`
  const known = errors[body.code as ErrorCode] as (typeof errors)[ErrorCode] | undefined
  return known?.[0] === status ? undefined : `answers ${status} with the code ${body.code}`
}

async function send({ app, refresh, touch, fill, token }: Target, request: MadeRequest) {
  if (request.as === 'shopper' || request.as === 'admin') await refresh(request.name)
  const bearer = { nobody: undefined, garbage: 'e30.e30.e30', shopper: token(), admin: ADMIN_KEY }[request.as]
  const { name, address, type, payload } = request
  const response = await app.server.inject({
    method: name.slice(0, name.indexOf(' ')),
    url: `/api/v1${fill(address.replaceAll('%24', '$'))}`,
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), ...(type !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload: typeof payload === 'string' ? fill(payload) : payload }),
  } as InjectOptions)
  const fault = findFault(request, response.statusCode, response.body)
  if (fault) throw new Error(fault)
  const isDone = (calls[name] as Call).type ? response.statusCode === 200 : isSuccess(response.json<Body>())
  if (isDone && !name.startsWith('GET ')) touch()
  return isDone
}

type Trying = {
  rare?: readonly CallName[]
  seed?: number
  /** Calls that no made request can succeed at. */
  impossible?: readonly CallName[]
}
/** Requests to calls that have only been refused so far, so that none stays behind its door by chance: so many at once, until one succeeds. */
const AGAIN = { times: 15, requests: 10 }
/** What has to come before some of them each time. */
const FIRST: Partial<Record<CallName, CallName>> = {
  'POST /superadmin/dashboard/imports/{id}/publish': 'POST /superadmin/dashboard/imports',
  'POST /superadmin/dashboard/imports/{id}/cancel': 'POST /superadmin/dashboard/imports',
  'POST /superadmin/dashboard/imports/{id}/rows': 'POST /superadmin/dashboard/imports',
  'POST /superadmin/dashboard/imports/{id}/undo': 'POST /superadmin/dashboard/import/csv',
  'DELETE /consumer/liked-offers': 'POST /consumer/liked-offers',
  'DELETE /consumer/liked-offers/{id}': 'POST /consumer/liked-offers',
  'DELETE /consumer/liked-shops': 'POST /consumer/liked-shops',
  'DELETE /consumer/liked-shops/{id}': 'POST /consumer/liked-shops',
  'DELETE /consumer/favorite-shops': 'POST /consumer/liked-shops',
  'DELETE /consumer/favorite-shops/{id}': 'POST /consumer/liked-shops',
}

/** Makes so many requests. Answers which calls never succeeded: nothing behind their door was tried. */
export async function tryInputs(count: number, { rare = [], seed, impossible = [] }: Trying = {}) {
  const target = await openTarget()
  await target.refresh('GET /city')
  const succeeded = new Set<CallName>(impossible)
  const listRefused = () => (Object.keys(calls) as CallName[]).filter((name) => !succeeded.has(name))
  const make = async (requests: fc.Arbitrary<MadeRequest>, numRuns: number, more = 0) => {
    const property = fc.asyncProperty(requests, async (request) => {
      if (await send(target, request)) succeeded.add(request.name)
    })
    // What one request leaves behind another may find: to make a case smaller would be to try another one.
    await fc.assert(property, { numRuns, endOnFailure: true, ...(seed !== undefined && { seed: seed + more }) })
  }
  await make(makeRequests({ rare }), count)
  for (const name of listRefused()) {
    const requests = makeRequests({ names: [name, FIRST[name] ?? name] })
    for (let time = 1; time <= AGAIN.times && !succeeded.has(name); time++) await make(requests, AGAIN.requests, time)
  }
  return listRefused()
}
