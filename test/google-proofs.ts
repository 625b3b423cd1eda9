/** Whole sign-ins by Google as tests send them, and what spoils them. */
import { SECOND } from '#contract/time.ts'

import { afterAll, expect } from 'vitest'

import { PASSWORD, readMailToken, signUp } from './accounts.ts'
import { openTestApp, type TestApp } from './app.ts'
import { CLIENT_ID, startOpenIdProvider, type OpenIdProvider } from './openid-provider.ts'

export const NIMALI = {
  sub: '110169484474386276334',
  email: 'nimali@post.example',
  name: 'Nimali Perera',
  picture: 'https://pictures.example/n.jpg',
}

export type Claims = Record<string, unknown>
export type Changes = { claims?: Claims; header?: Record<string, unknown>; body?: Record<string, unknown>; who?: typeof NIMALI }

type Start = { nonce: string; ticket: string }

/** What a good proof says, now. */
export const makeClaims = (provider: OpenIdProvider, app: TestApp, more: Claims) => {
  const now = Math.floor(app.clock.now() / SECOND)
  return { iss: provider.issuer, aud: CLIENT_ID, iat: now, exp: now + 3_600, email_verified: true, ...more }
}

/** A ticket, the provider's proof for its nonce, and the body; `changes` spoil one of them. */
export async function makeGoogleBody(
  provider: OpenIdProvider,
  app: TestApp,
  { claims = {}, header, body = {}, who = NIMALI }: Changes = {},
  start?: Start,
) {
  const data = start ?? (await app.http('GET /consumer/google-signin')).data
  const { sub: googleId, email, name, picture: imageUrl } = who
  const credential = await provider.sign({ ...makeClaims(provider, app, { ...who, nonce: data.nonce }), ...claims }, header)
  return { email, name, googleId, imageUrl, credential, ticket: data.ticket, ...body }
}

/** How a proof is refused, whatever is wrong with it. */
export const REFUSED = { status: 401, code: 'wrong_credentials', message: 'Failed to login with Google' }

const TABLES = ['consumer', 'session', 'used_proof', 'mail_token']
/** All rows that a sign-in could leave behind. */
export const photographAccounts = ({ context: { pool } }: TestApp) =>
  Promise.all(TABLES.map(async (table) => (await pool.query(`select * from ${table} order by 1`)).rows))

/** What connecting begins with. */
export const beginConnection = async (http: TestApp['http'], currentPassword = PASSWORD) =>
  (await http('POST /consumer/google-connection/ticket', { body: { currentPassword } })).data

export async function confirmAddress(app: TestApp, email: string, kind: 'welcome' | 'confirm' = 'welcome') {
  await app.http('POST /consumer/confirm-email', { body: { token: (await readMailToken(app, email, kind))! } })
}
/** Somebody with a password and a confirmed address. */
export async function openConfirmed(app: TestApp, more: object = {}) {
  const account = await signUp(app, more)
  await confirmAddress(app, account.user.email)
  return account
}
export async function resetPassword(app: TestApp, email: string, newPassword = 'battery staple') {
  await app.http('POST /consumer/forgot-password', { body: { email } })
  await expect.poll(() => readMailToken(app, email, 'reset')).toBeDefined()
  return app.http('POST /consumer/reset-password', { body: { token: (await readMailToken(app, email, 'reset'))!, newPassword } })
}

/** A provider of its own for a file of tests, which ends with it, and what is asked of apps that trust it. */
export async function openGoogle() {
  const provider = await startOpenIdProvider()
  afterAll(() => provider.close())
  const makeBody = (app: TestApp, changes?: Changes, start?: Start) => makeGoogleBody(provider, app, changes, start)
  return {
    provider,
    makeBody,
    /** The proof that connecting takes, for the ticket of whoever is signed in. */
    connect: async (app: TestApp, http: TestApp['http'], { password, ...changes }: Changes & { password?: string } = {}) => {
      const { credential, ticket } = await makeGoogleBody(provider, app, changes, await beginConnection(http, password))
      return http('POST /consumer/google-connection', { body: { credential, ticket } })
    },
    openApp: (variables: Record<string, string> = {}) => openTestApp({ variables: { ...provider.variables, ...variables } }),
    signIn: async (app: TestApp, changes?: Changes) => app.http('POST /consumer/google-signin', { body: await makeBody(app, changes) }),
    post: ({ server }: TestApp, payload: object) => server.inject({ method: 'POST', url: '/api/v1/consumer/google-signin', payload }),
  }
}
