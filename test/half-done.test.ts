/** Whatever statement of an act fails, everything is as before or as after, never in between. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Connection, Pool } from '#db/pool.ts'

import { PASSWORD, readMailToken, signUp } from './accounts.ts'
import { openTestApp, type TestApp } from './app.ts'
import { beginConnection, makeGoogleBody, openConfirmed } from './google-proofs.ts'
import { importOffers, interactionOf, offerRow } from './interactions.ts'
import { startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts'

let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider()
})
afterAll(() => provider.close())

/** Fails the first statement that is not yet among the `tried`, as a lost connection does, and adds it to them. */
function failNext(pool: Pool, tried: Set<string>) {
  const counts = new Map<string, number>()
  let failed: string | undefined
  const guard = <T>(text: string, params: readonly unknown[] = [], work: () => Promise<T>) => {
    // With the names that it gives, such as that of a setting, and without ids, moments and secrets, which are others each time.
    const said = [text, ...params.filter((one) => /^[a-z]+_[a-z]/.test(String(one)))].join(' ')
    const count = (counts.get(said) ?? 0) + 1
    counts.set(said, count)
    const statement = `${said} (${count})`
    if (failed !== undefined || tried.has(statement)) return work()
    failed = statement
    tried.add(statement)
    return Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' }))
  }
  const { connect, query, read } = pool
  pool.query = (text, params) => guard(text, params, () => query.call(pool, text, params))
  pool.read = (text, params) => guard(text, params, () => read.call(pool, text, params))
  pool.connect = async () => {
    const connection: Connection = await connect.call(pool)
    return {
      query: (text, params) =>
        /^(rollback|commit)/i.test(text) ? connection.query(text, params) : guard(text, params, () => connection.query(text, params)),
      release: connection.release,
    }
  }
  return () => {
    Object.assign(pool, { connect, query, read })
    return failed
  }
}

const TABLES = [
  'consumer',
  'session',
  'mail_token',
  'used_proof',
  'liked_offer',
  'liked_shop',
  'interaction',
  'click_window',
  'click',
  'report',
  'job.job',
] as const
type Table = (typeof TABLES)[number]
type Shot = Record<Table, { rows: number; of: string }>
const SHOT = TABLES.map(
  (table) =>
    `select '${table}' as name, count(*)::integer as rows, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as of from ${table} t`,
).join(' union all ')
async function photograph({ context: { pool } }: TestApp) {
  const { rows } = await pool.query(SHOT)
  return Object.fromEntries(rows.map(({ name, ...state }) => [name, state])) as Shot
}
/** Whether each of these tables has changed and has so many rows more, and every other one is as it was. */
const isMore = (before: Shot, after: Shot, more: Partial<Record<Table, number>>) =>
  TABLES.every((table) =>
    more[table] === undefined
      ? after[table].of === before[table].of
      : after[table].of !== before[table].of && after[table].rows - before[table].rows === more[table],
  )

type Act = {
  name: string
  prepare: (app: TestApp) => Promise<() => Promise<unknown>>
  isAfter: (before: Shot, after: Shot) => boolean
}
async function prepareLike(app: TestApp) {
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const { http, user } = await signUp(app)
  return { http, user, offer: offer! }
}
const ACTS: Act[] = [
  {
    name: 'sign-up',
    prepare: async (app) => () => signUp(app),
    isAfter: (before, after) => isMore(before, after, { consumer: 1, session: 1, mail_token: 1, 'job.job': 1 }),
  },
  {
    name: 'the first sign-in with Google',
    prepare: async (app) => {
      const body = await makeGoogleBody(provider, app)
      return () => app.http('POST /consumer/google-signin', { body })
    },
    isAfter: (before, after) => isMore(before, after, { consumer: 1, session: 1, used_proof: 1 }),
  },
  {
    name: 'connecting Google',
    prepare: async (app) => {
      const { http } = await openConfirmed(app)
      const { credential, ticket } = await makeGoogleBody(provider, app, {}, await beginConnection(http))
      return () => http('POST /consumer/google-connection', { body: { credential, ticket } })
    },
    isAfter: (before, after) => isMore(before, after, { consumer: 0, used_proof: 1, 'job.job': 1 }),
  },
  {
    name: 'a reset of the password',
    prepare: async (app) => {
      const { user } = await signUp(app)
      await app.http('POST /consumer/forgot-password', { body: { email: user.email } })
      await expect.poll(() => readMailToken(app, user.email, 'reset')).toBeDefined()
      const token = (await readMailToken(app, user.email, 'reset'))!
      return () => app.http('POST /consumer/reset-password', { body: { token, newPassword: 'battery staple' } })
    },
    isAfter: (before, after) => isMore(before, after, { consumer: 0, session: -1, mail_token: -1 }),
  },
  {
    name: 'one more mail that confirms an address',
    prepare: async (app) => {
      const { http } = await signUp(app)
      return () => http('POST /consumer/send-confirmation')
    },
    isAfter: (before, after) => isMore(before, after, { mail_token: 0, 'job.job': 1 }),
  },
  {
    name: 'the deletion of an account',
    prepare: async (app) => {
      const { http, offer } = await prepareLike(app)
      await http('POST /consumer/liked-offers', { body: { offerId: offer._id } })
      await http('POST /consumer/liked-shops', { body: { shopId: offer.shop._id } })
      return () => http('DELETE /consumer/delete-profile', { body: { password: PASSWORD } })
    },
    isAfter: (before, after) =>
      isMore(before, after, { consumer: -1, session: -1, mail_token: -1, liked_offer: -1, liked_shop: -1, interaction: 0 }),
  },
  {
    name: 'a like',
    prepare: async (app) => {
      const { http, offer } = await prepareLike(app)
      return () => http('POST /consumer/liked-offers', { body: { offerId: offer._id } })
    },
    isAfter: (before, after) => isMore(before, after, { liked_offer: 1, interaction: 1 }),
  },
  {
    name: 'an unlike',
    prepare: async (app) => {
      const { http, offer } = await prepareLike(app)
      await http('POST /consumer/favorite-shops', { body: { shopId: offer.shop._id } })
      return () => http('DELETE /consumer/favorite-shops/{id}', { params: { id: offer.shop._id } })
    },
    isAfter: (before, after) => isMore(before, after, { liked_shop: -1, interaction: 1 }),
  },
  {
    name: 'a click',
    prepare: async (app) => {
      const { http, offer } = await prepareLike(app)
      return () => http('POST /interactions', { body: interactionOf('OFFER_CLICK', offer._id) })
    },
    isAfter: (before, after) => isMore(before, after, { interaction: 1, click_window: 1, click: 1 }),
  },
  {
    name: 'an interest',
    prepare: async (app) => {
      const { http } = await signUp(app)
      return () => http('POST /consumer/interested-tags', { body: { tag: 'tea' } })
    },
    isAfter: (before, after) => isMore(before, after, { consumer: 0 }),
  },
]

/** Somebody who is about to act, in an app of their own. */
async function open(prepare: Act['prepare']) {
  const app = await openTestApp({ variables: { ...provider.variables, THROTTLE_FACTOR: '1000' } })
  return { app, act: await prepare(app), before: await photograph(app) }
}

test.each(ACTS)(
  '$name with the Nth statement failing, for every N, leaves the state before or after',
  async ({ prepare, isAfter }) => {
    const tried = new Set<string>()
    for (let opened = await open(prepare); ;) {
      const { app, act, before } = opened
      const mend = failNext(app.context.pool, tried)
      const failure = await act().then(
        () => undefined,
        (error: unknown) => error as { status: number },
      )
      const failed = mend()
      const after = await photograph(app)
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      if (failure) expect([failure.status, typeof failed]).toEqual([503, 'string'])
      // Whoever is told that it failed can do it again, and does so in the next round.
      if (failure && isSame) continue
      expect(isAfter(before, after), `${failed} left something half done: ${JSON.stringify(after)}`).toBe(true)
      await app.close()
      if (failed === undefined) break
      opened = await open(prepare)
    }
    expect(tried.size).toBeGreaterThan(3)
  },
  120_000,
)
