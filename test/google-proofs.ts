/** Whole sign-ins by Google as tests send them, and what spoils them. */
import { SECOND } from '#contract/time.ts'

import { afterAll } from 'vitest'

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
) {
  const { data } = await app.http('GET /consumer/google-signin')
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

/** A provider of its own for a file of tests, which ends with it, and what is asked of apps that trust it. */
export async function openGoogle() {
  const provider = await startOpenIdProvider()
  afterAll(() => provider.close())
  const makeBody = (app: TestApp, changes?: Changes) => makeGoogleBody(provider, app, changes)
  return {
    provider,
    makeBody,
    openApp: (variables: Record<string, string> = {}) => openTestApp({ variables: { ...provider.variables, ...variables } }),
    signIn: async (app: TestApp, changes?: Changes) => app.http('POST /consumer/google-signin', { body: await makeBody(app, changes) }),
    post: ({ server }: TestApp, payload: object) => server.inject({ method: 'POST', url: '/api/v1/consumer/google-signin', payload }),
  }
}
