import { expect, test } from 'vitest'

import { PASSWORD, signUp } from '#test/accounts.ts'
import { asBearer, openTestApp, type TestApp } from '#test/app.ts'
import {
  beginConnection,
  confirmAddress as confirm,
  NIMALI,
  openConfirmed,
  openGoogle,
  photographAccounts as photograph,
  REFUSED,
  resetPassword,
} from '#test/google-proofs.ts'

const { openApp, makeBody, signIn, connect } = await openGoogle()

/** What mails have told of Google, in their order. */
const readGoogleMails = async ({ context: { pool } }: TestApp) =>
  (
    await pool.query(
      `select data->>'kind' as kind, data->>'to' as to, data->>'google' as google from job.job where data->>'kind' like 'google-%' order by created_on`,
    )
  ).rows

const NOT_PROVEN = { status: 403, message: 'Google has not said that it is you. Please try again.' }
const CHANGED = 'Your password has changed. Please begin again.'

test('who registers the address of somebody else gains nothing by it', async () => {
  const app = await openApp()
  const attacker = await signUp(app, { email: NIMALI.email })
  // No way in that would outlive the password: the address is not confirmed.
  const mallory = { sub: 'mallory', email: 'mallory@post.example', name: 'Mallory', picture: '' }
  await expect(connect(app, attacker.http, { who: mallory })).rejects.toMatchObject({
    status: 403,
    message: 'Please confirm your e-mail address first.',
  })
  // Whoever reads the mail of the address gets the account, and everybody else is out.
  await expect(signIn(app)).rejects.toMatchObject({ status: 409 })
  await resetPassword(app, NIMALI.email)
  await expect(attacker.http('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })
  const owner = await app.http('POST /consumer/signin', { body: { email: NIMALI.email, password: 'battery staple' } })
  await connect(app, asBearer(app, owner.token), { password: 'battery staple' })
  expect((await signIn(app)).user.id).toBe(owner.user.id)
})

test('no Google account outlives a reset: who moved onto the address of somebody else is out', async () => {
  const app = await openApp()
  const mallory = { sub: 'mallory', email: 'mallory@post.example', name: 'Mallory', picture: '' }
  const attacker = await openConfirmed(app, { email: mallory.email })
  await connect(app, attacker.http, { who: mallory })
  const { id } = attacker.user
  await attacker.http('PUT /consumer/update-profile/{id}', { params: { id }, body: { email: NIMALI.email, currentPassword: PASSWORD } })
  await confirm(app, NIMALI.email, 'confirm')
  await resetPassword(app, NIMALI.email)
  expect((await signIn(app, { who: mallory })).user.id).not.toBe(id)
})

test('who had the address before does not stay in its account once it is reset, whatever address they have at Google', async () => {
  const app = await openApp()
  const { user } = await signIn(app)
  const { message } = await resetPassword(app, NIMALI.email)
  expect(message).toMatch(/Google is disconnected\. Connect it again in Settings\.$/)
  await expect(signIn(app)).rejects.toMatchObject({ status: 409 })
  expect((await signIn(app, { who: { ...NIMALI, email: 'perera@post.example' } })).user.id).not.toBe(user.id)
})

test('a reset speaks of Google only where it was connected', async () => {
  const app = await openApp()
  const { user } = await openConfirmed(app)
  expect((await resetPassword(app, user.email)).message).not.toMatch(/Google/)
  expect(await readGoogleMails(app)).toEqual([])
})

test('Settings and a new password say which Google account stays connected, so that one of a stranger shows', async () => {
  const app = await openApp()
  const { http, user } = await openConfirmed(app, { email: 'owner@post.example' })
  await connect(app, http, { who: { sub: 'mallory', email: 'Mallory@post.example', name: 'Mallory', picture: '' } })
  const { data } = await http('GET /consumer/{id}', { params: { id: user.id } })
  expect(data.googleEmail).toBe('mallory@post.example')
  const change = (currentPassword: string, newPassword: string) =>
    http('PUT /consumer/change-password', { body: { currentPassword, newPassword } })
  expect((await change(PASSWORD, 'battery staple')).message).toContain('Google stays connected, with mallory@post.example.')
  await http('DELETE /consumer/google-connection')
  expect((await change('battery staple', PASSWORD)).message).not.toMatch(/Google/)
})

test('to disconnect Google ends the sessions of whoever came in by it', async () => {
  const app = await openApp()
  const { http } = await openConfirmed(app, { email: 'perera@post.example' })
  await connect(app, http)
  const visitor = asBearer(app, (await signIn(app)).token)
  await http('DELETE /consumer/google-connection')
  await expect(visitor('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })
  expect((await http('GET /consumer/sessions')).data).toHaveLength(1)
})

test('to disconnect where nothing is connected changes nothing, signs nobody out and tells nobody', async () => {
  const app = await openApp()
  const { http, user } = await openConfirmed(app)
  await app.http('POST /consumer/signin', { body: { email: user.email, password: PASSWORD } })
  const before = await photograph(app)
  expect((await http('DELETE /consumer/google-connection')).data).toMatchObject({ id: user.id, googleId: null })
  expect((await photograph(app)).slice(0, 1)).toEqual(before.slice(0, 1))
  expect((await http('GET /consumer/sessions')).data).toHaveLength(2)
  expect(await readGoogleMails(app)).toEqual([])
})

test('the owner is told by mail when Google goes, in Settings or by a reset, and once when the same comes twice', async () => {
  const app = await openApp()
  const { http, user } = await openConfirmed(app, { email: 'perera@post.example' })
  const tell = (kind: string) => ({ kind, to: user.email, google: NIMALI.email })
  await connect(app, http)
  await connect(app, http)
  expect(await readGoogleMails(app)).toEqual([tell('google-connected')])
  await http('DELETE /consumer/google-connection')
  expect(await readGoogleMails(app)).toEqual([tell('google-connected'), tell('google-disconnected')])
  await connect(app, http)
  await resetPassword(app, user.email)
  expect((await readGoogleMails(app)).slice(2)).toEqual([tell('google-connected'), tell('google-disconnected')])
})

test('the same subject of another issuer is another Google account', async () => {
  const app = await openApp()
  const { http } = await openConfirmed(app, { email: 'perera@post.example' })
  await connect(app, http)
  await app.context.pool.query(`update consumer set google_issuer = 'https://other.example'`)
  await expect(connect(app, http)).rejects.toMatchObject({ message: 'Another Google account is connected. Disconnect it first.' })
})

test('an account of Google alone gets a password by reset, and can connect Google again and let it go then, but not before', async () => {
  const app = await openApp()
  const { user, token } = await signIn(app)
  await expect(asBearer(app, token)('DELETE /consumer/google-connection')).rejects.toMatchObject({ status: 403 })
  await resetPassword(app, user.email)
  const again = await app.http('POST /consumer/signin', { body: { email: user.email, password: 'battery staple' } })
  expect(again.user).toEqual({ ...user, hasPassword: true, googleId: null, googleEmail: null })
  await connect(app, asBearer(app, again.token), { password: 'battery staple' })
  expect((await signIn(app)).user.id).toBe(user.id)
  const { data } = await asBearer(app, again.token)('DELETE /consumer/google-connection')
  expect(data).toMatchObject({ id: user.id, googleId: null })
  await expect(signIn(app)).rejects.toMatchObject({ status: 409, message: 'Sign in with your password to connect Google' })
})

test('who is signed in connects Google with their password, once, and is told by mail; nobody else’s can be connected', async () => {
  const app = await openApp()
  const { http, user } = await openConfirmed(app, { email: 'perera@post.example' })
  const before = await photograph(app)
  // A proof that is none does not end the session (D-02), and nothing speaks of a login to somebody who is signed in.
  await expect(connect(app, http, { claims: { aud: 'another' } })).rejects.toMatchObject(NOT_PROVEN)
  expect(await photograph(app)).toEqual(before)
  const { credential, ticket } = await makeBody(app, {}, await beginConnection(http))
  const body = { credential, ticket }
  expect((await http('POST /consumer/google-connection', { body })).data).toEqual({
    ...user,
    emailConfirmed: true,
    googleId: NIMALI.sub,
    googleEmail: NIMALI.email,
  })
  expect(await readGoogleMails(app)).toEqual([{ kind: 'google-connected', to: user.email, google: NIMALI.email }])
  await expect(http('POST /consumer/google-connection', { body })).rejects.toMatchObject(NOT_PROVEN)
  expect((await signIn(app)).user.id).toBe(user.id)
  await expect(connect(app, http, { who: { ...NIMALI, sub: 'second' } })).rejects.toMatchObject({ status: 409 })
  const other = await openConfirmed(app, { email: 'other@post.example' })
  await expect(connect(app, other.http)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^This Google account is connected to another Kade account\. Sign in there .*disconnect it/) as string,
  })
})

test('a wrong password is told before anybody is led to Google, so often and no more, and is written down', async () => {
  const app = await openApp()
  const { http } = await openConfirmed(app)
  const before = await photograph(app)
  for (let count = 0; count < 10; count += 1)
    await expect(beginConnection(http, 'not this one')).rejects.toMatchObject({
      status: 400,
      code: 'wrong_password',
      fields: { 'body.currentPassword': 'The current password is not right.' },
    })
  await expect(beginConnection(http)).rejects.toMatchObject({ status: 429 })
  expect(await photograph(app)).toEqual(before)
  const { rows } = await app.context.pool.query(`select outcome from audit_event where kind = 'google-ticket'`)
  expect(rows).toHaveLength(10)
})

test('a ticket connects the account whose password was given for it, as long as that is the password', async () => {
  const app = await openApp()
  const { http, user } = await openConfirmed(app, { email: 'perera@post.example' })
  const other = await openConfirmed(app, { email: 'other@post.example' })
  const send = async (who: typeof http, start?: Awaited<ReturnType<typeof beginConnection>>) => {
    const { credential, ticket } = await makeBody(app, {}, start)
    return who('POST /consumer/google-connection', { body: { credential, ticket } })
  }
  // One that signs in needs no password; one of somebody else had theirs.
  await expect(send(http)).rejects.toMatchObject(NOT_PROVEN)
  await expect(send(http, await beginConnection(other.http))).rejects.toMatchObject(NOT_PROVEN)
  const body = await makeBody(app, {}, await beginConnection(http))
  await expect(app.http('POST /consumer/google-signin', { body })).rejects.toMatchObject(REFUSED)
  const early = await beginConnection(http)
  await http('PUT /consumer/change-password', { body: { currentPassword: PASSWORD, newPassword: 'battery staple' } })
  const before = await photograph(app)
  await expect(send(http, early)).rejects.toMatchObject({ status: 400, code: 'wrong_password', message: CHANGED })
  expect(await photograph(app)).toEqual(before)
  expect((await send(http, await beginConnection(http, 'battery staple'))).data).toMatchObject({ id: user.id, googleId: NIMALI.sub })
})

test('where Google is not set up, nobody is asked for a password: what connects is not there', async () => {
  const app = await openTestApp()
  const { http } = await openConfirmed(app)
  const no = { status: 404, message: 'Signing in with Google is not set up here.' }
  await expect(beginConnection(http, 'not this one')).rejects.toMatchObject(no)
  await expect(http('POST /consumer/google-connection', { body: { credential: 'a', ticket: 'b' } })).rejects.toMatchObject(no)
})
