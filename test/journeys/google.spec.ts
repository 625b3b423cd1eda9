/** Signing in with Google, against a real OpenID provider on this machine and a script in the shape of Google's. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test as base } from '#test/journey.ts'
import { startOpenIdProvider, type OpenIdProvider, type ProviderAccount } from '#test/openid-provider.ts'
import { makeDataDirectory, startServer, type Server } from '#test/server.ts'

import { account, fillSignIn, NOTHING, openAccount, PASSWORD, readStored } from './accounts.ts'
import { closeOutside, findOffer } from './city.ts'
import { findFaults } from './find-faults.ts'

const data = makeDataDirectory()
/** Somebody new at Google for each journey. */
const accounts: ProviderAccount[] = []
const test = base.extend<object, { provider: OpenIdProvider; server: Server }>({
  provider: [
    async ({}, use) => {
      const provider = await startOpenIdProvider(accounts)
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer({ directory: data.directory, variables: { DEMO: '1', ...provider.variables } })
      await use(server)
      await server.stop()
      data.remove()
    },
    { scope: 'worker' },
  ],
})

test.beforeEach(async ({ page, context }) => {
  await closeOutside(page)
  // The provider's pages would have a typeface from elsewhere.
  await context.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
})

function makeSomebody(more: Partial<ProviderAccount> = {}) {
  const sub = randomUUID()
  const somebody = { sub, email: `ruwan.${sub}@post.example`, name: 'Ruwan Fernando', picture: 'https://pictures.example/r.jpg', ...more }
  accounts.push(somebody)
  return somebody
}

const ours = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' })
const googles = (page: Page) =>
  page.frameLocator('iframe[title="Continue with Google"]').getByRole('button', { name: 'Continue with Google' })
/** Google's window, once its button is pressed. */
async function openWindow(page: Page, press = () => googles(page).click()) {
  const opened = page.waitForEvent('popup')
  await press()
  return opened
}
async function sayWho(window: Page, sub: string) {
  await window.getByPlaceholder('Enter any login').fill(sub)
  await window.getByPlaceholder('and password').fill('any')
  await window.getByRole('button', { name: 'Sign-in' }).click()
  const closed = window.waitForEvent('close')
  await window.getByRole('button', { name: 'Continue' }).click()
  await closed
}
const toast = (page: Page, text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
const COULD_NOT = 'Could not login with Google. Please try again.'
const BROKEN = 'An error occurred during Google sign in.'

/** Who is signed in, by the stored token. */
async function readMe(page: Page, request: APIRequestContext) {
  const { session } = (await readStored(page)) as unknown as { session: { state: { token: string; user: { id: string } } } }
  const { token, user } = session.state
  const answer = await request.get(`/api/v1/consumer/${user.id}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { data: Record<string, unknown> }).data
}

for (const { width, theme } of [
  { width: 1280, theme: 'light' },
  { width: 360, theme: 'dark' },
])
  test(`a guest signs in with Google by keyboard, ${width} px wide in ${theme}, comes back to the offer, and finds the same account again [#3, #74, #139, #209]`, async ({
    page,
    request,
    provider,
  }) => {
    const ruwan = makeSomebody()
    const asked: string[] = []
    page.on('request', (sent) => sent.url().startsWith(provider.issuer) && asked.push(sent.url()))
    await page.setViewportSize({ width, height: 780 })
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const { offer } = await findOffer(request, 'kottu')
    await page.goto(`/offers/${offer}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alertdialog', { name: 'Sign in required' }).getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await ours(page).focus()
    // Nothing of the provider comes to a page before somebody asks for it.
    expect(asked).toEqual([])
    expect(await page.evaluate(() => 'google' in window)).toBe(false)
    await page.keyboard.press('Enter')
    await expect(googles(page)).toBeVisible()
    await expect(page.getByRole('group', { name: 'Sign in with Google' })).toBeFocused()
    expect(await findFaults(page, 'Google’s button')).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const window = await openWindow(page, async () => {
      await page.keyboard.press('Tab')
      await expect(googles(page)).toBeFocused()
      await page.keyboard.press('Enter')
    })
    await expect(page.getByRole('status').filter({ hasText: 'Go on in Google’s window.' })).toBeVisible()
    await sayWho(window, ruwan.sub)
    await expect(page).toHaveURL(new RegExp(`/offers/${offer}$`))
    await page.getByRole('alertdialog', { name: 'Like this offer?' }).getByRole('button', { name: 'Like' }).click()
    const first = await readMe(page, request)
    expect(first).toMatchObject({ email: ruwan.email, name: ruwan.name, googleId: ruwan.sub, emailConfirmed: true, hasPassword: false })

    await page.evaluate(() => localStorage.removeItem('auth-storage'))
    await page.goto('/login')
    await ours(page).click()
    await sayWho(await openWindow(page), ruwan.sub)
    await expect(page).toHaveURL(/\/home$/)
    expect((await readMe(page, request))['id']).toBe(first['id'])
  })

test('whoever registers may do it with Google', async ({ page, request }) => {
  const ruwan = makeSomebody()
  await page.goto('/register')
  await ours(page).click()
  await sayWho(await openWindow(page), ruwan.sub)
  await expect(page).toHaveURL(/\/home$/)
  expect(await readMe(page, request)).toMatchObject({ email: ruwan.email, googleId: ruwan.sub })
})

test('who turns back, here or in Google’s window, is told in the written words and can begin again [#232]', async ({ page }) => {
  await page.goto('/login')
  await ours(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, COULD_NOT)).toBeVisible()
  await expect(ours(page)).toBeFocused()

  await page.goto('/login')
  await ours(page).click()
  const window = await openWindow(page)
  // Here every page believes that it has the focus.
  await page.evaluate(() => (document.hasFocus = () => false))
  await page.waitForTimeout(500)
  await window.close()
  await page.evaluate(() => (document.hasFocus = () => true))
  await expect(toast(page, COULD_NOT)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Closed the window? Press Google’s button again, or cancel.' })).toBeVisible()
  expect(await readStored(page)).toEqual(NOTHING)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(ours(page)).toBeFocused()
})

test('who looks back at the page while Google’s window is open, and goes on there, is signed in', async ({ page, request }) => {
  const ruwan = makeSomebody()
  await page.goto('/login')
  await ours(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Press Google’s button to go on.' })).toBeVisible()
  const window = await openWindow(page)
  await page.evaluate(() => (document.hasFocus = () => false))
  await page.waitForTimeout(500)
  await page.evaluate(() => (document.hasFocus = () => true))
  await expect(toast(page, COULD_NOT)).toBeVisible()
  await sayWho(window, ruwan.sub)
  await expect(page).toHaveURL(/\/home$/)
  expect(await readMe(page, request)).toMatchObject({ email: ruwan.email })
})

test('a script that is blocked or never comes is said in the written words, and signing in by e-mail works [#139, #229, #232]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED|ERR_BLOCKED/)
  const nilmini = await openAccount(request)
  await page.goto('/login')
  await page.route('**/gsi/client', (route) => route.abort())
  await ours(page).click()
  await expect(toast(page, BROKEN)).toBeVisible()
  await expect(page.getByRole('main').getByText('Failed to login with Google')).toBeVisible()
  await expect(ours(page)).toBeFocused()
  expect(await readStored(page)).toEqual(NOTHING)

  await page.unroute('**/gsi/client')
  let letGo: (() => Promise<void>) | undefined
  await page.route('**/gsi/client', (route) => void (letGo = () => route.abort()))
  await page.goto('/login')
  await ours(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Opening Google…' })).toBeVisible()
  await expect(toast(page, BROKEN)).toBeVisible()
  await expect(ours(page)).toBeVisible()

  // What was blocked once is asked for again.
  await letGo!()
  await page.unroute('**/gsi/client')
  await ours(page).click()
  await expect(googles(page)).toBeVisible()
  await fillSignIn(page, nilmini.email)
  await expect(page).toHaveURL(/\/home$/)
})

test('a provider whose keys cannot be had, and a proof that the server refuses, sign nobody in, in the written words [#139, #232]', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/401|503/)
  const ruwan = makeSomebody()
  const answer = { status: 503, headers: { 'retry-after': '5' }, json: { success: false, message: 'Busy', code: 'unavailable' } }
  await page.route('**/api/v1/consumer/google-signin', (route) =>
    route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
  )
  await page.goto('/login')
  await ours(page).click()
  await sayWho(await openWindow(page), ruwan.sub)
  await expect(toast(page, BROKEN)).toBeVisible()
  await page.unroute('**/api/v1/consumer/google-signin')

  await page.route('**/api/v1/consumer/google-signin', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ postData: { ...(route.request().postDataJSON() as object), googleId: '1' } })
      : route.continue(),
  )
  await page.goto('/login')
  await ours(page).click()
  await sayWho(await openWindow(page), ruwan.sub)
  await expect(toast(page, COULD_NOT)).toBeVisible()
  await expect(page.getByRole('main').getByText('Failed to login with Google')).toBeVisible()
  expect(await readStored(page)).toEqual(NOTHING)
})

test('where it is not set up, the button says so, the policy knows no provider, and e-mail works [#232]', async ({
  page,
  request,
  provider,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/404/)
  const { directory, remove } = makeDataDirectory()
  const plain = await startServer({ directory, variables: { DEMO: '0' } })
  try {
    const with_ = (await request.get('/login')).headers()
    expect(with_['content-security-policy']).toContain(`frame-src ${provider.issuer}/gsi/`)
    expect(with_['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    const without = (await request.get(`${plain.url}/login`)).headers()
    expect(without['content-security-policy']).not.toMatch(/frame-src|127\.0\.0\.1|google/)
    expect(without['cross-origin-opener-policy']).toBe('same-origin')
    const nilmini = await openAccount(request, { base: plain.url })
    await page.goto(`${plain.url}/login`)
    await ours(page).click()
    await expect(toast(page, COULD_NOT)).toBeVisible()
    await expect(toast(page, 'Signing in with Google is not set up here.')).toBeVisible()
    await fillSignIn(page, nilmini.email)
    await expect(page).toHaveURL(/\/home$/)
  } finally {
    // What it still asks for is not to be missed.
    await page.goto('about:blank', { waitUntil: 'load' })
    await plain.stop()
    remove()
  }
})

test('an account with a password keeps it: Google is connected in Settings, signs in then, and is disconnected again', async ({
  page,
  request,
  consoleWatch,
}) => {
  test.setTimeout(90_000)
  consoleWatch.expectConsole(/status of (400|409)/)
  const nilmini = await openAccount(request)
  const google = makeSomebody({ email: nilmini.email, name: nilmini.user.name })
  await page.goto('/login')
  await ours(page).click()
  await sayWho(await openWindow(page), google.sub)
  await expect(page.getByRole('main').getByText('Sign in with your password to connect Google')).toBeVisible()
  await fillSignIn(page, nilmini.email)
  await expect(page).toHaveURL(/\/home$/)

  await page.goto('/settings')
  const panel = page.getByRole('region', { name: 'Sign in with Google' })
  await expect(panel).toContainText('Once your e-mail address is confirmed')
  await page.goto(await readConfirmation(nilmini.email))
  await expect(page.getByText('E-mail address confirmed')).toBeVisible()
  const password = panel.getByLabel('Your password', { exact: true })
  await panel.getByRole('button', { name: 'Connect Google' }).click()
  await expect(password).toHaveAccessibleDescription('Please enter your password')
  const connect = async (typed: string) => {
    await password.fill(typed)
    await panel.getByRole('button', { name: 'Connect Google' }).click()
    await sayWho(await openWindow(page), google.sub)
  }
  await connect('not this one')
  await expect(password).toHaveAccessibleDescription('The current password is not right.')
  await expect(password).toBeFocused()
  await connect(PASSWORD)
  await expect(panel).toContainText('Your Google account is connected')
  await expect(panel.getByRole('heading')).toBeFocused()
  expect(await findFaults(page, 'connected')).toEqual([])

  await page.evaluate(() => localStorage.removeItem('auth-storage'))
  await page.goto('/login')
  await ours(page).click()
  await sayWho(await openWindow(page), google.sub)
  await expect(account(page)).toBeVisible()
  expect(await readMe(page, request)).toMatchObject({ id: nilmini.user.id, hasPassword: true })

  await page.goto('/settings')
  await panel.getByRole('button', { name: 'Disconnect Google' }).click()
  await expect(panel.getByRole('button', { name: 'Connect Google' })).toBeVisible()
  expect(await readMe(page, request)).toMatchObject({ googleId: null })
})

/** The path in the mail that asks somebody to confirm an address. */
async function readConfirmation(to: string) {
  const outbox = path.join(data.directory, 'outbox')
  const find = () => {
    const letters = readdirSync(outbox).map((file) =>
      readFileSync(path.join(outbox, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='),
    )
    return letters.find((letter) => letter.includes(to) && letter.includes('/settings?confirm='))
  }
  await expect.poll(find).toBeDefined()
  return /\/settings\?confirm=[\w-]+/.exec(find()!)![0]
}
