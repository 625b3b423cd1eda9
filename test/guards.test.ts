/** Who may make which call: every call of the contract against every kind of token that is none. */
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'

import { calls, type Call, type CallName, type Who } from '#contract/calls.ts'
import { SESSION_LIFE } from '#contract/constants.ts'
import { errors, type ErrorCode } from '#contract/errors.ts'

import { PASSWORD, signUp } from './accounts.ts'
import { asBearer, ADMIN_KEY, openTestApp, toMultipart, type TestApp } from './app.ts'
import { forgeTokens, readClaims } from './forge-tokens.ts'
import { NOBODY } from './interactions.ts'

/** What an `{id}` in the path names. A consumer's must be one's own. */
type Names = 'consumer' | 'session' | 'offer' | 'shop' | 'word' | 'import'
/** `is` is the status of an answer to whoever may make the call, where it is not 200: nobody likes or reports NOBODY, and Google is not set up. */
type Rule = { who: Who; names?: Names; body?: object; file?: string; is?: number }
const CLICK = { userId: NOBODY, targetId: NOBODY, action: 'ADD' }

/** Said here once more, and by hand: a call that is added, or whose guard is changed by mistake, fails until somebody has thought about it. */
const RULES: Record<CallName, Rule> = {
  'GET /offers/all': { who: 'anyone' },
  'GET /offers/related': { who: 'anyone' },
  'GET /offers/{id}': { who: 'anyone', names: 'offer' },
  'GET /shops': { who: 'anyone' },
  'GET /shops/{id}': { who: 'anyone', names: 'shop' },
  'GET /shops/offers/{id}': { who: 'anyone', names: 'shop' },
  'GET /categories': { who: 'anyone' },
  'GET /tags': { who: 'anyone' },
  'GET /city': { who: 'anyone' },
  'GET /statistics': { who: 'anyone' },
  'POST /consumer/signup': { who: 'anyone', body: { email: 'nobody' } },
  'POST /consumer/signin': { who: 'anyone', body: { email: 'nobody@post.example', password: PASSWORD } },
  'GET /consumer/google-signin': { who: 'anyone', is: 404 },
  'POST /consumer/google-signin': { who: 'anyone', body: { credential: 'none', ticket: 'none' } },
  'POST /consumer/google-connection/ticket': { who: 'consumer', body: { currentPassword: PASSWORD }, is: 404 },
  'POST /consumer/google-connection': { who: 'consumer', body: { credential: 'none', ticket: 'none' }, is: 404 },
  'DELETE /consumer/google-connection': { who: 'consumer' },
  'POST /consumer/forgot-password': { who: 'anyone', body: { email: 'nobody@post.example' } },
  'POST /consumer/reset-password': { who: 'anyone', body: { token: 'none', newPassword: 'battery staple' } },
  'POST /consumer/confirm-email': { who: 'anyone', body: { token: 'none' } },
  'POST /consumer/send-confirmation': { who: 'consumer' },
  'POST /consumer/logout': { who: 'consumer' },
  'GET /consumer/sessions': { who: 'consumer' },
  'DELETE /consumer/sessions': { who: 'consumer' },
  'DELETE /consumer/sessions/{id}': { who: 'consumer', names: 'session' },
  'GET /cluster_recommend/{id}': { who: 'anyone', names: 'consumer' },
  'GET /consumer/not-interested': { who: 'consumer' },
  'POST /consumer/not-interested': { who: 'consumer', body: { offerId: NOBODY }, is: 404 },
  'DELETE /consumer/not-interested/{id}': { who: 'consumer', names: 'offer', is: 404 },
  'DELETE /consumer/recommendations': { who: 'consumer' },
  'GET /consumer/export': { who: 'consumer' },
  'GET /consumer/{id}': { who: 'consumer', names: 'consumer' },
  'PUT /consumer/update-profile/{id}': { who: 'consumer', names: 'consumer', body: { name: 'Somebody Else' } },
  'POST /consumer/upload-image/{id}': { who: 'consumer', names: 'consumer', file: 'profileImage' },
  'PUT /consumer/change-password': { who: 'consumer', body: { currentPassword: PASSWORD, newPassword: 'battery staple' } },
  'DELETE /consumer/delete-profile': { who: 'consumer', body: {} },
  'GET /consumer/liked-offers': { who: 'consumer' },
  'GET /consumer/liked-offers/{id}': { who: 'consumer', names: 'consumer' },
  'POST /consumer/liked-offers': { who: 'consumer', body: { offerId: NOBODY }, is: 404 },
  'POST /consumer/liked-offers/{id}': { who: 'consumer', names: 'consumer', body: { offerId: NOBODY }, is: 404 },
  'DELETE /consumer/liked-offers': { who: 'consumer', body: { offerId: NOBODY }, is: 404 },
  'DELETE /consumer/liked-offers/{id}': { who: 'consumer', names: 'offer', is: 404 },
  'GET /consumer/liked-shops': { who: 'consumer' },
  'GET /consumer/liked-shops/{id}': { who: 'consumer', names: 'consumer' },
  'POST /consumer/liked-shops': { who: 'consumer', body: { shopId: NOBODY }, is: 404 },
  'POST /consumer/liked-shops/{id}': { who: 'consumer', names: 'consumer', body: { shopId: NOBODY }, is: 404 },
  'DELETE /consumer/liked-shops': { who: 'consumer', body: { shopId: NOBODY }, is: 404 },
  'DELETE /consumer/liked-shops/{id}': { who: 'consumer', names: 'shop', is: 404 },
  'GET /consumer/favorite-shops': { who: 'consumer' },
  'GET /consumer/favorite-shops/{id}': { who: 'consumer', names: 'consumer' },
  'POST /consumer/favorite-shops': { who: 'consumer', body: { shopId: NOBODY }, is: 404 },
  'POST /consumer/favorite-shops/{id}': { who: 'consumer', names: 'consumer', body: { shopId: NOBODY }, is: 404 },
  'DELETE /consumer/favorite-shops': { who: 'consumer', body: { shopId: NOBODY }, is: 404 },
  'DELETE /consumer/favorite-shops/{id}': { who: 'consumer', names: 'shop', is: 404 },
  'GET /consumer/interested-categories': { who: 'consumer' },
  'GET /consumer/interested-categories/{id}': { who: 'consumer', names: 'consumer' },
  'POST /consumer/interested-categories': { who: 'consumer', body: { category: 'tea' } },
  'POST /consumer/interested-categories/{id}': { who: 'consumer', names: 'consumer', body: { category: 'tea' } },
  'PUT /consumer/interested-categories': { who: 'consumer', body: { categories: ['tea'] } },
  'PUT /consumer/interested-categories/{id}': { who: 'consumer', names: 'consumer', body: { categories: ['tea'] } },
  'DELETE /consumer/interested-categories': { who: 'consumer', body: { category: 'tea' } },
  'DELETE /consumer/interested-categories/{id}': { who: 'consumer', names: 'word' },
  'GET /consumer/interested-tags': { who: 'consumer' },
  'GET /consumer/interested-tags/{id}': { who: 'consumer', names: 'consumer' },
  'POST /consumer/interested-tags': { who: 'consumer', body: { tag: 'tea' } },
  'POST /consumer/interested-tags/{id}': { who: 'consumer', names: 'consumer', body: { tag: 'tea' } },
  'PUT /consumer/interested-tags': { who: 'consumer', body: { tags: ['tea'] } },
  'PUT /consumer/interested-tags/{id}': { who: 'consumer', names: 'consumer', body: { tags: ['tea'] } },
  'DELETE /consumer/interested-tags': { who: 'consumer', body: { tag: 'tea' } },
  'DELETE /consumer/interested-tags/{id}': { who: 'consumer', names: 'word' },
  'POST /interactions': { who: 'anyone', body: { ...CLICK, interactionType: 'OFFER_CLICK', targetType: 'OFFER' } },
  'POST /offers/{id}/reports': { who: 'consumer', names: 'offer', body: { reason: 'closed' }, is: 404 },
  'GET /superadmin/dashboard/reports': { who: 'admin' },
  'DELETE /superadmin/dashboard/reports/{id}': { who: 'admin', names: 'offer', is: 404 },
  'POST /superadmin/dashboard/import/csv': { who: 'admin', file: 'csv' },
  'POST /superadmin/dashboard/imports': { who: 'admin', file: 'csv' },
  'GET /superadmin/dashboard/imports': { who: 'admin' },
  'GET /superadmin/dashboard/imports/{id}': { who: 'admin', names: 'import', is: 404 },
  'GET /superadmin/dashboard/imports/{id}/refused': { who: 'admin', names: 'import', is: 404 },
  'GET /superadmin/dashboard/imports/{id}/refused.csv': { who: 'admin', names: 'import', is: 404 },
  'POST /superadmin/dashboard/imports/{id}/rows': {
    who: 'admin',
    names: 'import',
    body: { rows: [{ row: 2, cells: { title: 'Tea' } }] },
    is: 404,
  },
  'POST /superadmin/dashboard/imports/{id}/publish': { who: 'admin', names: 'import', is: 404 },
  'POST /superadmin/dashboard/imports/{id}/cancel': { who: 'admin', names: 'import', is: 404 },
  'GET /superadmin/dashboard/pictures': { who: 'admin' },
  'POST /superadmin/dashboard/pictures/retry': { who: 'admin' },
  'GET /superadmin/dashboard/export/offers.csv': { who: 'admin' },
  'GET /superadmin/dashboard/export/shops.csv': { who: 'admin' },
  'GET /superadmin/dashboard/imports/{id}/offers.csv': { who: 'admin', names: 'import', is: 404 },
  'GET /superadmin/dashboard/imports/{id}/shops.csv': { who: 'admin', names: 'import', is: 404 },
  'POST /superadmin/dashboard/imports/{id}/undo': { who: 'admin', names: 'import', is: 404 },
  'GET /superadmin/dashboard/shops': { who: 'admin' },
  'GET /superadmin/dashboard/offers': { who: 'admin' },
  'POST /superadmin/dashboard/shops': { who: 'admin', body: { cells: { shop: 'Coffee House' } } },
  'GET /superadmin/dashboard/shops/{id}': { who: 'admin', names: 'shop', is: 404 },
  'PUT /superadmin/dashboard/shops/{id}': { who: 'admin', names: 'shop', body: { version: '1', cells: { phone: '' } }, is: 404 },
  'POST /superadmin/dashboard/shops/{id}/withdraw': { who: 'admin', names: 'shop', is: 404 },
  'POST /superadmin/dashboard/shops/{id}/restore': { who: 'admin', names: 'shop', is: 404 },
  'POST /superadmin/dashboard/offers/{id}/withdraw': { who: 'admin', names: 'offer', is: 404 },
  'POST /superadmin/dashboard/offers/{id}/restore': { who: 'admin', names: 'offer', is: 404 },
  'POST /superadmin/dashboard/reports/{id}/reopen': { who: 'admin', names: 'offer', is: 404 },
  'DELETE /superadmin/dashboard/demo': { who: 'admin' },
}
const NAMES = Object.keys(RULES) as CallName[]
const listCalls = (who: Who) => NAMES.filter((name) => RULES[name].who === who)

/** Makes a call by hand. */
async function ask({ server }: TestApp, name: CallName, id: string, authorization?: string) {
  const [method, path] = name.split(' ') as [string, string]
  const { body: sent, file } = RULES[name]
  const form = file === undefined ? undefined : toMultipart('title,shop,category\nTea,Tea House,Food', { field: file })
  const response = await server.inject({
    method: method as 'GET',
    url: `/api/v1${path.replace('{id}', id)}`,
    headers: { ...form?.headers, ...(authorization !== undefined && { authorization }) },
    ...((form?.payload ?? sent) && { payload: form?.payload ?? sent }),
  } as InjectOptions)
  const { statusCode: status, headers, body } = response
  const isFile = status === 200 && (calls[name] as Call).type !== undefined
  return { status, code: isFile ? undefined : response.json<{ code?: ErrorCode }>().code, headers, body }
}

test('every call of the contract has a rule of who may make it, and the contract says the same', () => {
  expect(NAMES.toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const name of NAMES) {
    const call: Call = calls[name]
    expect([name, call.who, call.file]).toEqual([name, RULES[name].who, RULES[name].file])
    expect([name, name.includes('{id}')]).toEqual([name, RULES[name].names !== undefined])
  }
})

test('the API has no door that the contract does not name', async () => {
  const { server } = await openTestApp({ variables: { API_DOCS: '0' } })
  for (const name of NAMES) {
    const [, path] = name.split(' ') as [string, string]
    const known = new Set(NAMES.filter((other) => other.endsWith(` ${path}`)).map((other) => other.split(' ')[0]))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
      const url = `/api/v1${path.replace('{id}', ':id')}`
      // A path without an id may be one with an id of another call: GET /consumer/{id} takes everything behind the slash.
      if (known.has(method)) expect([name, server.hasRoute({ method, url })]).toEqual([name, true])
      else expect([method, name, server.hasRoute({ method, url })]).toEqual([method, name, false])
    }
  }
})

test('a call for shoppers takes no token that is not one of a session that goes on [#203]', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '1000' } })
  const { token, user } = await signUp(app)
  const claims = readClaims(token)
  const idOf: Record<Names, string> = { consumer: user._id, session: claims.sid, offer: NOBODY, shop: NOBODY, word: 'tea', import: '999' }
  const forged = await forgeTokens(app, claims)
  const signedOut = await signUp(app, { email: 'out@post.example' })
  await signedOut.http('POST /consumer/logout')
  const deleted = await signUp(app, { email: 'gone@post.example' })
  await deleted.http('DELETE /consumer/delete-profile', { body: {} })
  const tries: [name: string, code: ErrorCode, authorization: string | undefined][] = [
    ['nothing', 'unauthorized', undefined],
    ['an empty header', 'unauthorized', ''],
    ['a scheme alone', 'unauthorized', 'Bearer '],
    ['another scheme', 'unauthorized', `Basic ${token}`],
    ['no scheme', 'unauthorized', token],
    ...forged.map(([name, code, one]) => [name, code, `Bearer ${one}`] as (typeof tries)[number]),
    ['a session that was signed out', 'session_expired', `Bearer ${signedOut.token}`],
    ['an account that was deleted', 'session_expired', `Bearer ${deleted.token}`],
  ]
  for (const name of listCalls('consumer'))
    for (const [kind, code, authorization] of tries) {
      const { names } = RULES[name]
      const answer = await ask(app, name, names ? idOf[names] : '', authorization)
      expect([name, kind, answer.status, answer.code]).toEqual([name, kind, errors[code][0], code])
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="Kade"/)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  // Nothing of all that has changed anything.
  expect((await asBearer(app, token)('GET /consumer/{id}', { params: { id: user._id } })).data).toEqual(user)
})

test('a token ends with its thirty days, and with its session where that ends first', async () => {
  const app = await openTestApp()
  const { token, user } = await signUp(app)
  app.clock.advance(SESSION_LIFE)
  for (const name of listCalls('consumer')) {
    const { code } = await ask(app, name, RULES[name].names === 'consumer' ? user._id : NOBODY, `Bearer ${token}`)
    expect([name, code]).toEqual([name, 'session_expired'])
  }
})

test('an id that names a consumer is answered to this one alone, whether it exists or not', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '1000' } })
  const { token, user } = await signUp(app)
  const other = await signUp(app, { email: 'other@post.example' })
  const own = listCalls('consumer').filter((name) => RULES[name].names === 'consumer')
  expect(own.length).toBeGreaterThan(0)
  for (const name of own)
    for (const id of [other.user._id, NOBODY, 'nobody', "'", `${user._id}x`, encodeURIComponent(`${user._id}/`)]) {
      const { status, code } = await ask(app, name, id, `Bearer ${token}`)
      expect([name, id, status, code]).toEqual([name, id, 403, 'forbidden'])
    }
  const sessionOfOther = (await other.http('GET /consumer/sessions')).data[0]!.id
  expect(await ask(app, 'DELETE /consumer/sessions/{id}', sessionOfOther, `Bearer ${token}`)).toMatchObject({ status: 404 })
  expect((await other.http('GET /consumer/{id}', { params: { id: other.user._id } })).data).toEqual(other.user)
})

test('a call for the administrator takes the admin key and nothing else', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '1000' } })
  const { token } = await signUp(app)
  const forged = await forgeTokens(app, readClaims(token))
  const tries = [
    undefined,
    '',
    `Basic ${ADMIN_KEY}`,
    ADMIN_KEY,
    ...[token, `${ADMIN_KEY}x`, ...forged.map(([, , one]) => one)].map((one) => `Bearer ${one}`),
  ]
  for (const name of listCalls('admin'))
    for (const authorization of tries.filter((one) => one !== `Bearer ${ADMIN_KEY}`)) {
      const answer = await ask(app, name, NOBODY, authorization)
      expect([name, authorization, answer.status, answer.code]).toEqual([name, authorization, 401, 'admin_key_required'])
    }
})

test('where a call is for anyone, a stale token changes nothing', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '1000' } })
  await app.importRows([{ title: 'Tea at half price', shop: 'Tea House', category: 'Food', discount: '50' }])
  const offer = (await app.http('GET /offers/all', { query: { limit: '1' } })).data[0]!
  const signedOut = await signUp(app)
  await signedOut.http('POST /consumer/logout')
  const idOf: Record<Names, string> = {
    offer: offer._id,
    shop: offer.shop._id,
    consumer: NOBODY,
    session: NOBODY,
    word: 'tea',
    import: '999',
  }
  for (const name of listCalls('anyone')) {
    const { names } = RULES[name]
    const id = names ? idOf[names] : ''
    const guest = await ask(app, name, id)
    for (const token of ['garbage', signedOut.token, 'e30.e30.e30']) {
      const stale = await ask(app, name, id, `Bearer ${token}`)
      expect([name, stale.status, stale.body]).toEqual([name, guest.status, guest.body])
    }
    if (name.startsWith('GET')) expect([name, guest.status]).toEqual([name, RULES[name].is ?? 200])
  }
})

test('what is for one person alone is kept by nobody else', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '1000' } })
  const isIn = async (token: string) => (await ask(app, 'GET /consumer/sessions', '', `Bearer ${token}`)).status === 200
  let account = await signUp(app)
  for (const name of [...listCalls('consumer'), ...listCalls('admin')]) {
    // Some calls end the session, or the account.
    if (!(await isIn(account.token))) account = await signUp(app, { email: `${name.replaceAll(/\W/g, '-')}@post.example` })
    const { token, user } = account
    const { sid } = readClaims(token)
    const key = RULES[name].who === 'admin' ? ADMIN_KEY : token
    const { status, headers } = await ask(app, name, RULES[name].names === 'session' ? sid : user._id, `Bearer ${key}`)
    // The picture is none, and so refused behind the guard.
    expect([name, status]).toEqual([
      name,
      RULES[name].is ?? (RULES[name].file === 'profileImage' ? 415 : ((calls[name] as Call).status ?? 200)),
    ])
    expect([name, headers['cache-control'], headers['etag']]).toEqual([name, 'no-store', undefined])
  }
})

test('where sessions cannot be looked up nobody is let in', async () => {
  const app = await openTestApp()
  const { token, user } = await signUp(app)
  const { pool } = app.context
  const { read, query, connect } = pool
  const fail = () => Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' }))
  Object.assign(pool, { read: fail, query: fail, connect: fail })
  for (const name of listCalls('consumer')) {
    const { status, code } = await ask(app, name, RULES[name].names === 'consumer' ? user._id : NOBODY, `Bearer ${token}`)
    expect([name, status, code]).toEqual([name, 503, 'unavailable'])
  }
  Object.assign(pool, { read, query, connect })
  expect((await asBearer(app, token)('GET /consumer/sessions')).count).toBe(1)
})
