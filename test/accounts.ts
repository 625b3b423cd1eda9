/** What tests of accounts begin with: somebody who has signed up, and the mail that came of it. */
import type { Consumer } from '#contract/consumer.ts'

import { asBearer, type TestApp } from './app.ts'

export const PASSWORD = 'correct horse'

export const person = (more: object = {}) => ({
  name: 'Nimali Perera',
  email: 'nimali@post.example',
  phone: '+94 77 123 4567',
  password: PASSWORD,
  ...more,
})

export type SignedIn = { user: Consumer; token: string; http: TestApp['http'] }

export async function signUp(app: TestApp, more: object = {}): Promise<SignedIn> {
  const { user, token } = await app.http('POST /consumer/signup', { body: person(more) })
  return { user, token, http: asBearer(app, token) }
}

/** The token in the link of the mail that was promised last to an address. Promises are read where they lie: nobody sends them in a test. */
export async function readMailToken(app: TestApp, to: string, kind: 'welcome' | 'confirm' | 'reset') {
  const { rows } = await app.context.pool.query(
    `select data from job.job where name = 'mail' and data->>'to' = $1 and data->>'kind' = $2 order by created_on desc limit 1`,
    [to, kind],
  )
  return (rows[0]?.['data'] as { token?: string } | undefined)?.token
}
