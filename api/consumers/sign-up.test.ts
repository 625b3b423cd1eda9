import { expect, test } from 'vitest'

import { FIELD_TEXTS } from '#contract/consumer-rules.ts'
import { readTokenId } from '#contract/session-token.ts'
import { PASSWORD, person, readMailToken, signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'

test('sign-up answers token, user and message; the token holds the id, and the user what was sent and nothing secret [#120, #122, #124, #207]', async () => {
  const app = await openTestApp()
  const { token, user, message } = await app.http('POST /consumer/signup', {
    body: { ...person(), gender: 'Female', birthday: '1991-02-28' },
  })
  expect(message).toBe('Welcome to Kade.')
  expect(readTokenId(token)).toBe(user.id)
  expect(user).toEqual({
    hasPassword: true,
    _id: user.id,
    id: user.id,
    name: 'Nimali Perera',
    email: 'nimali@post.example',
    phone: '+94 77 123 4567',
    gender: 'Female',
    birthday: '1991-02-28',
    imageUrl: null,
    interestedTags: [],
    interestedCategories: [],
    likedOffers: [],
    likedShops: [],
    googleId: null,
    googleEmail: null,
    locationHistory: [],
    emailConfirmed: false,
  })
})

test('an app signs up with four fields; gender is Other where nobody said [#121, #172]', async () => {
  const app = await openTestApp()
  const { user } = await signUp(app)
  expect(user).toMatchObject({ gender: 'Other', birthday: null })
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/v1/consumer/signup/',
    payload: person({ email: 'two@post.example' }),
  })
  expect(response.statusCode).toBe(201)
  expect(response.headers['cache-control']).toBe('no-store')
})

test.each(["o'neil@post.example", 'nimali+deals@post.example', 'a_b-c!#$%&*/=?^`{|}~@sub.post.example', 'නිමාලි@තැපෑල.example'])(
  'sign-up takes %s, which is an address [#173]',
  async (email) => {
    const app = await openTestApp()
    expect((await signUp(app, { email })).user.email).toBe(email)
    expect((await app.http('POST /consumer/signin', { body: { email, password: PASSWORD } })).user.email).toBe(email)
  },
)

test.each([
  ['name', { name: '  ' }, FIELD_TEXTS.name],
  ['email', { email: 'nobody' }, FIELD_TEXTS.email],
  ['email', { email: 'a@b' }, FIELD_TEXTS.email],
  ['email', { email: 'a@b.example\r\nBcc: c@d.example' }, FIELD_TEXTS.email],
  ['phone', { phone: '12345' }, FIELD_TEXTS.phone],
  ['phone', { phone: 'call me maybe' }, FIELD_TEXTS.phone],
  ['password', { password: '12345' }, FIELD_TEXTS.passwordShort],
  ['password', { password: 'PassWord' }, FIELD_TEXTS.passwordCommon],
  ['password', { password: 'kade2026!' }, FIELD_TEXTS.passwordCommon],
  ['birthday', { birthday: '2026-11-22' }, FIELD_TEXTS.birthdayFuture],
])('sign-up refuses a %s that is not one: %j [#173, #174, #175]', async (field, more, message) => {
  const app = await openTestApp()
  await expect(signUp(app, more)).rejects.toMatchObject({ status: 400, fields: { [`body.${field}`]: message } })
  expect((await app.context.pool.query('select 1 from consumer')).rows).toEqual([])
})

test('fields that are not for a shopper to set are not set', async () => {
  const app = await openTestApp()
  const { user } = await signUp(app, {
    id: '00000000-0000-7000-8000-000000000000',
    googleId: 'g',
    likedOffers: ['x'],
    likedShops: ['x'],
    locationHistory: ['home'],
    emailConfirmed: true,
    role: 'admin',
  })
  expect(user).toMatchObject({ googleId: null, likedOffers: [], likedShops: [], locationHistory: [], emailConfirmed: false })
  expect(user.id).not.toContain('00000000-0000-7000')
})

test('of twenty who sign up at once with one address, in whatever case, one gets the account and the others are told', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '100' } })
  const emails = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'Nimali@Post.Example' : 'nimali@post.example'))
  const results = await Promise.allSettled(emails.map((email) => signUp(app, { email })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, code: 'email_taken' })
  const { rows } = await app.context.pool.query(
    'select (select count(*) from consumer) as consumers, (select count(*) from session) as sessions',
  )
  expect(rows).toEqual([{ consumers: 1, sessions: 1 }])
})

test('a password is kept as argon2id alone, and a welcome mail with a link that confirms the address is promised', async () => {
  const app = await openTestApp()
  const { user, http } = await signUp(app)
  const { rows } = await app.context.pool.query('select password_hash from consumer')
  expect(rows[0]?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)

  const token = (await readMailToken(app, user.email, 'welcome'))!
  await expect(app.http('POST /consumer/confirm-email', { body: { token: `${token}x` } })).rejects.toMatchObject({ code: 'link_expired' })
  await app.http('POST /consumer/confirm-email', { body: { token } })
  expect((await http('GET /consumer/{id}', { params: { id: user.id } })).data.emailConfirmed).toBe(true)
  await expect(app.http('POST /consumer/confirm-email', { body: { token } })).rejects.toMatchObject({ code: 'link_expired' })
  const stored = await app.context.pool.query('select hash from mail_token')
  expect(JSON.stringify(stored.rows)).not.toContain(token)
})

test('who signs up again and again from one address has to wait', async () => {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '0.1' } })
  for (let i = 0; i < 3; i++) await signUp(app, { email: `n${i}@post.example` })
  await expect(signUp(app, { email: 'n4@post.example' })).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
})
