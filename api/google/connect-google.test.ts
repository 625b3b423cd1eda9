import { expect, test } from 'vitest'

import { asBearer, PASSWORD, signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'
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

test('a Google account of another address does not outlive a reset: who moved onto the address of somebody else is out', async () => {
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

test('who has another address at Google by now does not stay in the account of the old one once that is reset', async () => {
  const app = await openApp()
  const { user } = await signIn(app)
  const moved = { who: { ...NIMALI, email: 'perera@post.example' } }
  expect((await signIn(app, moved)).user.id).toBe(user.id)
  await resetPassword(app, NIMALI.email)
  expect((await signIn(app, moved)).user.id).not.toBe(user.id)
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

test('an account of Google alone gets a password by reset, keeps Google, and can let it go then, but not before', async () => {
  const app = await openApp()
  const { user, token } = await signIn(app)
  await expect(asBearer(app, token)('DELETE /consumer/google-connection')).rejects.toMatchObject({ status: 403 })
  await resetPassword(app, user.email)
  const again = await app.http('POST /consumer/signin', { body: { email: user.email, password: 'battery staple' } })
  expect(again.user).toEqual({ ...user, hasPassword: true })
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
  expect((await http('POST /consumer/google-connection', { body })).data).toEqual({ ...user, emailConfirmed: true, googleId: NIMALI.sub })
  const { rows } = await app.context.pool.query(
    `select data->>'to' as to, data->>'google' as google from job.job where data->>'kind' = 'google-connected'`,
  )
  expect(rows).toEqual([{ to: user.email, google: NIMALI.email }])
  await expect(http('POST /consumer/google-connection', { body })).rejects.toMatchObject(NOT_PROVEN)
  expect((await signIn(app)).user.id).toBe(user.id)
  await expect(connect(app, http, { who: { ...NIMALI, sub: 'second' } })).rejects.toMatchObject({ status: 409 })
  const other = await openConfirmed(app, { email: 'other@post.example' })
  await expect(connect(app, other.http)).rejects.toMatchObject({
    status: 409,
    message: 'This Google account is connected to another account.',
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
