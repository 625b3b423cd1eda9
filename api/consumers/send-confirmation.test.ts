import { expect, test } from 'vitest'

import { MINUTE } from '#contract/time.ts'
import { readMailToken, signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'

const confirm = (app: TestApp, token: string) => app.http('POST /consumer/confirm-email', { body: { token } })
const countMails = async (app: TestApp, to: string) =>
  (await app.context.pool.query(`select count(*)::integer as mails from job.job where data->>'to' = $1`, [to])).rows[0]?.['mails']

test('the mail that confirms an address is sent once more; its link works, and that of the mail before does not', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  const first = (await readMailToken(app, user.email, 'welcome'))!
  expect(await http('POST /consumer/send-confirmation')).toMatchObject({ success: true, message: 'A mail with a link is on its way.' })
  await expect(confirm(app, first)).rejects.toMatchObject({ code: 'link_expired' })
  await confirm(app, (await readMailToken(app, user.email, 'confirm'))!)
  expect((await http('GET /consumer/{id}', { params: { id: user.id } })).data.emailConfirmed).toBe(true)
})

test('where the address is confirmed already, the answer says so and no mail is sent', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  await confirm(app, (await readMailToken(app, user.email, 'welcome'))!)
  await expect(http('POST /consumer/send-confirmation')).rejects.toMatchObject({
    status: 409,
    code: 'email_confirmed',
    message: 'Your e-mail address is confirmed already.',
  })
  expect(await countMails(app, user.email)).toBe(1)
})

test('such mails to one mailbox are few, those for a new password counted with them; later there are more', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  await app.http('POST /consumer/forgot-password', { body: { email: user.email } })
  for (let i = 0; i < 2; i++) await http('POST /consumer/send-confirmation')
  await expect(http('POST /consumer/send-confirmation')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  await expect.poll(() => countMails(app, user.email)).toBe(4)
  app.clock.advance(16 * MINUTE)
  await http('POST /consumer/send-confirmation')
  expect(await countMails(app, user.email)).toBe(5)
})

test('from one address of the network mails are asked for so often and no more, whoever they are for', async () => {
  const app = await openTestApp()
  const { http } = await signUp(app)
  for (let i = 0; i < 30; i++) await app.http('POST /consumer/forgot-password', { body: { email: `nobody${i}@post.example` } })
  await expect(http('POST /consumer/send-confirmation')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
})
