import { expect, test } from 'vitest'

import { FIELD_TEXTS } from '#contract/consumer-rules.ts'
import { MINUTE } from '#contract/time.ts'
import { PASSWORD, person, readMailToken, signUp, type SignedIn } from '#test/accounts.ts'
import { asBearer, openTestApp, type TestApp } from '#test/app.ts'

const NEW = 'battery staple'
const signIn = (app: TestApp, password: string) => app.http('POST /consumer/signin', { body: person({ password }) })

test('a changed password ends every other session, and the old one opens nothing any more [#213]', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const other = asBearer(app, (await signIn(app, PASSWORD)).token)
  const { message } = await http('PUT /consumer/change-password', { body: { currentPassword: PASSWORD, newPassword: NEW } })
  expect(message).toContain('signed out everywhere else')
  await http('GET /consumer/{id}', { params: { id: user.id } })
  await expect(other('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })
  await expect(signIn(app, PASSWORD)).rejects.toMatchObject({ status: 401 })
  await signIn(app, NEW)
})

test('a wrong current password answers 400 and changes nothing; a new one that is short or common is refused', async () => {
  const app = await openTestApp()
  const { http } = await signUp(app)
  const change = (currentPassword: string, newPassword: string) =>
    http('PUT /consumer/change-password', { body: { currentPassword, newPassword } })
  await expect(change('not mine', NEW)).rejects.toMatchObject({ status: 400, code: 'wrong_password' })
  await expect(change(PASSWORD, 'short')).rejects.toMatchObject({ status: 400, fields: { 'body.newPassword': FIELD_TEXTS.passwordShort } })
  await expect(change(PASSWORD, '123456')).rejects.toMatchObject({
    status: 400,
    fields: { 'body.newPassword': FIELD_TEXTS.passwordCommon },
  })
  await signIn(app, PASSWORD)
})

test('a password is compared as it is: long, with spaces at its ends, in any script', async () => {
  const app = await openTestApp()
  const password = `  ශ්‍රී ${'x'.repeat(120)} `
  await signUp(app, { password })
  await signIn(app, password)
  await expect(signIn(app, password.trim())).rejects.toMatchObject({ status: 401 })
  await expect(signIn(app, password.slice(0, 100))).rejects.toMatchObject({ status: 401 })
})

test('forgot answers the same for whoever asks; the link works once, for half an hour, and ends every session [#214]', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const forgot = (email: string) => app.http('POST /consumer/forgot-password', { body: { email } })
  expect(await forgot(user.email.toUpperCase())).toEqual(await forgot('nobody@post.example'))
  await expect.poll(() => readMailToken(app, user.email, 'reset')).toBeDefined()
  expect(await readMailToken(app, 'nobody@post.example', 'reset')).toBeUndefined()

  const reset = (token: string) => app.http('POST /consumer/reset-password', { body: { token, newPassword: NEW } })
  const first = (await readMailToken(app, user.email, 'reset'))!
  app.clock.advance(31 * MINUTE)
  await expect(reset(first)).rejects.toMatchObject({ status: 400, code: 'link_expired' })

  await forgot(user.email)
  await expect.poll(async () => (await readMailToken(app, user.email, 'reset')) !== first).toBe(true)
  const second = (await readMailToken(app, user.email, 'reset'))!
  await reset(second)
  await expect(reset(second)).rejects.toMatchObject({ code: 'link_expired' })
  await expect(http('GET /consumer/sessions')).rejects.toMatchObject({ status: 401 })
  await signIn(app, NEW)
})

test('a newer link, a changed password and a changed address each end an older link', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const askForLink = async () => {
    const before = await readMailToken(app, user.email, 'reset')
    await app.http('POST /consumer/forgot-password', { body: { email: user.email } })
    await expect.poll(async () => (await readMailToken(app, user.email, 'reset')) !== before).toBe(true)
    return (await readMailToken(app, user.email, 'reset'))!
  }
  const expectDead = (token: string) =>
    expect(app.http('POST /consumer/reset-password', { body: { token, newPassword: NEW } })).rejects.toMatchObject({ code: 'link_expired' })
  const older = await askForLink()
  const newer = await askForLink()
  await expectDead(older)
  await http('PUT /consumer/change-password', { body: { currentPassword: PASSWORD, newPassword: PASSWORD } })
  await expectDead(newer)

  const last = await askForLink()
  const change = { email: 'nimali@new.example', currentPassword: PASSWORD }
  await http('PUT /consumer/update-profile/{id}', { params: { id: user.id }, body: change })
  await expectDead(last)
})

test('mails to one account are few, and who asks for more is answered as always', async () => {
  const app = await openTestApp()
  const { user } = await signUp(app)
  for (let i = 0; i < 6; i++) await app.http('POST /consumer/forgot-password', { body: { email: user.email } })
  const count = async () =>
    (await app.context.pool.query(`select count(*)::integer as mails from job.job where data->>'kind' = 'reset'`)).rows[0]?.['mails']
  await expect.poll(count).toBe(3)
})

/** What somebody does who knows the old password, at the same moment as its owner resets it. */
const UNDER_WAY = {
  'another password': ({ http }: SignedIn) =>
    http('PUT /consumer/change-password', { body: { currentPassword: PASSWORD, newPassword: 'mallory was here' } }),
  'another address': ({ http, user }: SignedIn) =>
    http('PUT /consumer/update-profile/{id}', {
      params: { id: user.id },
      body: { email: 'mallory@post.example', currentPassword: PASSWORD },
    }),
  'no account': ({ http }: SignedIn) => http('DELETE /consumer/delete-profile', { body: { password: PASSWORD } }),
}
test.each(Object.entries(UNDER_WAY))(
  'a reset keeps out who knew the old password, also where they are about to have %s',
  async (_, attempt) => {
    const app = await openTestApp()
    const { user } = await signUp(app)
    const mallory = await signIn(app, PASSWORD)
    await app.http('POST /consumer/forgot-password', { body: { email: user.email } })
    await expect.poll(() => readMailToken(app, user.email, 'reset')).toBeDefined()
    const token = (await readMailToken(app, user.email, 'reset'))!
    const [tried, reset] = await Promise.allSettled([
      attempt({ ...mallory, http: asBearer(app, mallory.token) }),
      app.http('POST /consumer/reset-password', { body: { token, newPassword: NEW } }),
    ])
    // Whichever came first, not both: a reset that was done holds.
    expect([tried.status, reset.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    if (reset.status === 'fulfilled') expect((await signIn(app, NEW)).user).toMatchObject({ id: user.id, email: user.email })
  },
)
