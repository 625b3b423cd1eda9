/** An e-mail address is confirmed by the link of a mail, which is sent once more for whoever asks. */
import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { readMails } from './mails.ts'
import { enter, findToast, signUp } from './profile-account.ts'

const data = makeDataDirectory({ holds: 'city' })
let server: Server
test.beforeAll(async () => {
  server = await startServer({ directory: data.directory, variables: { THROTTLE_FACTOR: '1' } })
})
test.afterAll(async () => {
  await server?.stop()
  data.remove()
})

/** The links of the mails to an address, each once, in no order. */
const readLinks = (email: string) => readMails(server, email).map((mail) => /\/settings\?confirm=[\w-]+/.exec(mail)![0])
async function waitForLink(email: string, known: string[] = []) {
  const fresh = () => readLinks(email).find((link) => !known.includes(link))
  await expect.poll(fresh, { timeout: 30_000 }).toBeDefined()
  return fresh()!
}

test('the link of the welcome mail confirms the address, and leaves no token behind', async ({ page, request, consoleWatch }) => {
  test.setTimeout(90_000)
  consoleWatch.expectConsole(/status of 400/)
  const account = await signUp(request, { base: server.url })
  const link = await waitForLink(account.email)
  await enter(page, account)
  await page.goto(`${server.url}/profile`)
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await page.goto(server.url + link)
  await expect(page.getByRole('status').filter({ hasText: 'E-mail address confirmed' })).toBeVisible()
  expect(page.url()).toBe(`${server.url}/settings`)
  await expect(page.getByRole('button', { name: 'Send it again' })).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it again' })).toHaveCount(0)
  await page.goto(server.url + link)
  await expect(page.getByRole('alert')).toContainText('This link has been used or is too old')
  expect(page.url()).toBe(`${server.url}/settings`)
  await page.goBack()
  expect(page.url()).not.toContain('confirm')
  await page.waitForLoadState('networkidle')
})

test('the mail is sent once more from profile and Settings, and from an old link; too often has to wait, and a confirmed address needs none', async ({
  page,
  request,
  consoleWatch,
}) => {
  test.setTimeout(90_000)
  consoleWatch.expectConsole(/status of (400|409|429)/)
  const account = await signUp(request, { base: server.url })
  const again = page.getByRole('button', { name: 'Send it again' })
  const welcome = await waitForLink(account.email)
  await enter(page, account)
  await page.goto(`${server.url}/profile`)
  await again.click()
  await expect(findToast(page, 'Mail sent')).toBeVisible()
  await expect(findToast(page, `A link is on its way to ${account.email}.`)).toBeVisible()
  const second = await waitForLink(account.email, [welcome])

  // The first link is worth nothing by now; what it says leads on.
  await page.goto(server.url + welcome)
  await page
    .getByRole('alert')
    .filter({ hasText: 'This link has been used or is too old' })
    .getByRole('button', { name: 'Send it again' })
    .click()
  await expect(findToast(page, 'Mail sent')).toBeVisible()
  const third = await waitForLink(account.email, [welcome, second])

  await page.goto(`${server.url}/settings`)
  const hint = page.getByRole('status').filter({ hasText: 'Not confirmed yet' })
  await expect(hint).toContainText(account.email)
  await again.click()
  await expect.poll(() => readLinks(account.email).length, { timeout: 30_000 }).toBe(4)
  await again.click()
  await expect(findToast(page, 'Not sent')).toBeVisible()
  await expect(findToast(page, 'Too many requests. Please wait a moment and try again.')).toBeVisible()

  // On a phone meanwhile, by the newest mail.
  const newest = readLinks(account.email).find((link) => ![welcome, second, third].includes(link))!
  const token = new URL(newest, server.url).searchParams.get('confirm')
  const confirmed = await request.post(`${server.url}/api/v1/consumer/confirm-email`, { data: { token } })
  expect(confirmed.status()).toBe(200)
  await again.click()
  await expect(findToast(page, 'Confirmed already')).toBeVisible()
  await expect(hint).toHaveCount(0)
})
