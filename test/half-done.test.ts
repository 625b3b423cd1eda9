/** Whatever statement of an act fails, everything is as before or as after, never in between. */
import { expect, test } from 'vitest'

import type { Connection, Pool } from '#db/pool.ts'

import { asBearer, PASSWORD, readMailToken, signUp } from './accounts.ts'
import { openTestApp, type TestApp } from './app.ts'

/** Makes the Nth statement from now fail as a lost connection does; answers how many there were. */
function failAt(pool: Pool, nth: number) {
  let count = 0
  const guard = <T>(work: () => Promise<T>) => {
    count += 1
    return count === nth ? Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })) : work()
  }
  const { connect, query, read } = pool
  pool.query = (text, params) => guard(() => query.call(pool, text, params))
  pool.read = (text, params) => guard(() => read.call(pool, text, params))
  pool.connect = async () => {
    const connection: Connection = await connect.call(pool)
    return {
      query: (text, params) =>
        /^(rollback|commit)/i.test(text) ? connection.query(text, params) : guard(() => connection.query(text, params)),
      release: connection.release,
    }
  }
  return () => {
    Object.assign(pool, { connect, query, read })
    return count
  }
}

const TABLES = ['consumer', 'session', 'mail_token', 'job.job']
async function photograph({ context: { pool } }: TestApp) {
  const shot: Record<string, unknown> = {}
  for (const table of TABLES)
    shot[table] = (
      await pool.query(`select count(*) as rows, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as of from ${table} t`)
    ).rows[0]
  return shot
}
const countRows = (shot: Record<string, unknown>) => Object.values(shot).map((one) => (one as { rows: number }).rows)

type Act = {
  name: string
  prepare: (app: TestApp) => Promise<() => Promise<unknown>>
  isAfter: (before: number[], after: number[]) => boolean
}
const ACTS: Act[] = [
  {
    name: 'sign-up',
    prepare: async (app) => () => signUp(app),
    isAfter: (_, after) => after.every((rows) => rows === 1),
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
    isAfter: (_, after) => after[1] === 0 && after[2] === 1,
  },
  {
    name: 'one more mail that confirms an address',
    prepare: async (app) => {
      const { http } = await signUp(app)
      return () => http('POST /consumer/send-confirmation')
    },
    isAfter: (_, after) => after[2] === 1 && after[3] === 2,
  },
  {
    name: 'the deletion of an account',
    prepare: async (app) => {
      const { token } = await signUp(app)
      return () => asBearer(app, token)('DELETE /consumer/delete-profile', { body: { password: PASSWORD } })
    },
    isAfter: (_, after) => after.slice(0, 3).every((rows) => rows === 0),
  },
]

test.each(ACTS)(
  '$name with the Nth statement failing, for every N, leaves the state before or after',
  async ({ prepare, isAfter }) => {
    let nth = 1
    for (; ; nth++) {
      const app = await openTestApp()
      const act = await prepare(app)
      const before = await photograph(app)
      const mend = failAt(app.context.pool, nth)
      const failure = await act().then(
        () => undefined,
        (error: unknown) => error as { status: number },
      )
      const statements = mend()
      const after = await photograph(app)
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      expect(
        isSame || isAfter(countRows(before), countRows(after)),
        `statement ${nth} left something half done: ${JSON.stringify(after)}`,
      ).toBe(true)
      if (failure) expect(failure.status).toBe(503)
      // Whoever is told that it failed can do it again.
      if (failure && isSame) await act()
      if (statements < nth) break
    }
    expect(nth).toBeGreaterThan(4)
  },
  120_000,
)
