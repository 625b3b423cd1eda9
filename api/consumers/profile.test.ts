import { expect, test } from 'vitest'

import { PASSWORD, readMailToken, signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'

test('a shopper changes what is theirs to change; what is left out stays [#123, #211]', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const params = { id: user.id }
  const body = {
    name: 'Nimali  Silva',
    phone: '077-123-4567',
    gender: 'Female' as const,
    birthday: '1990-05-05',
    interestedTags: ['rice', 'Rice', ' tea '],
    interestedCategories: ['Food'],
    locationHistory: ['Galle'],
    googleId: 'mine',
  }
  const { data } = await http('PUT /consumer/update-profile/{id}', { params, body })
  expect(data).toEqual({
    ...user,
    name: 'Nimali Silva',
    phone: '0771234567',
    gender: 'Female',
    birthday: '1990-05-05',
    interestedTags: ['rice', 'tea'],
    interestedCategories: ['Food'],
  })
  expect((await http('PUT /consumer/update-profile/{id}', { params, body: { birthday: '' } })).data).toEqual({ ...data, birthday: null })
})

test.each([
  ['name', { name: '' }],
  ['email', { email: 'nimali' }],
  ['phone', { phone: '1' }],
  ['gender', { gender: 'unknown' as 'Other' }],
  ['birthday', { birthday: '2030-01-01' }],
  ['interestedTags', { interestedTags: Array.from({ length: 51 }, (_, i) => `tag ${i}`) }],
])('a %s that is none changes nothing at all', async (_, wrong) => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const change = http('PUT /consumer/update-profile/{id}', { params: { id: user.id }, body: { name: 'Somebody Else', ...wrong } })
  await expect(change).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
  expect((await http('GET /consumer/{id}', { params: { id: user.id } })).data).toEqual(user)
})

test('another e-mail address asks for the password, has to be confirmed again, and the old one is told', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  await signUp(app, { email: 'taken@post.example' })
  const params = { id: user.id }
  const change = (email: string, currentPassword?: string) =>
    http('PUT /consumer/update-profile/{id}', { params, body: { email, ...(currentPassword && { currentPassword }) } })
  await expect(change('new@post.example')).rejects.toMatchObject({ status: 400, code: 'wrong_password' })
  await expect(change('new@post.example', 'a guess')).rejects.toMatchObject({ status: 400, code: 'wrong_password' })
  await expect(change('Taken@post.example', PASSWORD)).rejects.toMatchObject({ status: 409, code: 'email_taken' })
  // The same address in another writing is no other address.
  expect((await change('Nimali@post.example')).data.email).toBe('Nimali@post.example')

  await app
    .http('POST /consumer/confirm-email', { body: { token: (await readMailToken(app, 'nimali@post.example', 'welcome'))! } })
    .catch(() => {})
  const { data } = await change('new@post.example', PASSWORD)
  expect(data).toMatchObject({ email: 'new@post.example', emailConfirmed: false })
  const { rows } = await app.context.pool.query(`select data from job.job where data->>'kind' = 'email-changed'`)
  expect(rows).toEqual([{ data: { kind: 'email-changed', to: 'Nimali@post.example', name: user.name, newEmail: 'new@post.example' } }])
  const token = (await readMailToken(app, 'new@post.example', 'confirm'))!
  await app.http('POST /consumer/confirm-email', { body: { token } })
  expect((await http('GET /consumer/{id}', { params })).data.emailConfirmed).toBe(true)
})

test('whoever has no password is told so, and has one once they have chosen it by the link of a mail', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  expect(user.hasPassword).toBe(true)
  const isKnown = async () => (await http('GET /consumer/{id}', { params: { id: user.id } })).data.hasPassword
  // As somebody is who has only ever signed in with Google.
  await app.context.pool.query('update consumer set password_hash = null')
  expect(await isKnown()).toBe(false)
  await app.http('POST /consumer/forgot-password', { body: { email: user.email } })
  await expect.poll(() => readMailToken(app, user.email, 'reset')).toBeDefined()
  const token = (await readMailToken(app, user.email, 'reset'))!
  await app.http('POST /consumer/reset-password', { body: { token, newPassword: 'battery staple' } })
  const again = await app.http('POST /consumer/signin', { body: { email: user.email, password: 'battery staple' } })
  expect(again.user.hasPassword).toBe(true)
})

test("somebody else's profile is neither read nor changed [#204]", async () => {
  const app = await openTestApp()
  const mine = await signUp(app)
  const theirs = await signUp(app, { email: 'other@post.example' })
  const params = { id: theirs.user.id }
  const forbidden = { status: 403, code: 'forbidden' }
  await expect(mine.http('GET /consumer/{id}', { params })).rejects.toMatchObject(forbidden)
  await expect(mine.http('PUT /consumer/update-profile/{id}', { params, body: { name: 'Mine' } })).rejects.toMatchObject(forbidden)
  await expect(mine.http('GET /consumer/{id}', { params: { id: 'nobody' } })).rejects.toMatchObject(forbidden)
})

test('one takes along all that is known about oneself', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const { data } = await http('GET /consumer/export')
  expect(data).toMatchObject({ profile: { ...user, createdAt: '2026-11-21T04:30:00.000Z' }, devices: [{ isThisOne: true }] })
})

test('a deleted account is gone with all that belongs to it, at once and everywhere [#219]', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  await expect(http('DELETE /consumer/delete-profile', { body: { password: 'a guess' } })).rejects.toMatchObject({ code: 'wrong_password' })
  await http('DELETE /consumer/delete-profile', { body: { password: PASSWORD } })
  await expect(http('GET /consumer/{id}', { params: { id: user.id } })).rejects.toMatchObject({ status: 401 })
  const { rows } = await app.context.pool.query(
    'select (select count(*) from consumer) + (select count(*) from session) + (select count(*) from mail_token) as left',
  )
  expect(rows).toEqual([{ left: 0 }])
  // The address is free again, for somebody new.
  const again = await signUp(app)
  expect(again.user.id).not.toBe(user.id)
  const bare = await app.server.inject({
    method: 'DELETE',
    url: '/api/v1/consumer/delete-profile',
    headers: { authorization: `Bearer ${again.token}` },
  })
  expect(bare.statusCode).toBe(200)
})
