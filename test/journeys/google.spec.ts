/** Signing in with Google. */
import { expect } from '#test/journey.ts'

import { NOTHING, openAccount, PASSWORD, readStored } from './accounts.ts'
import { findOffer } from './city.ts'
import { findFaults, PHONE } from './find-faults.ts'
import { BROKEN, COULD_NOT, googles, makeSomebody, openWindow, ours, readMe, sayWho, test, toast, withServer } from './google-provider.ts'

test('a guest signs in with Google by keyboard, comes back to the offer, and finds the same account again from the page for new ones: on a desk in light, on a phone in dark [#3, #74, #133, #139, #209]', async ({
  page,
  request,
  provider,
}) => {
  test.setTimeout(90_000)
  const ruwan = makeSomebody()
  const asked: string[] = []
  page.on('request', (sent) => sent.url().startsWith(provider.issuer) && asked.push(sent.url()))
  const open = async (ground: string) => {
    await expect(ours(page)).toHaveCSS('background-color', ground)
    await ours(page).focus()
    // Nothing of the provider comes to a page before somebody asks for it.
    expect(asked).toEqual([])
    expect(await page.evaluate(() => 'google' in window)).toBe(false)
    await page.keyboard.press('Enter')
    await expect(googles(page)).toHaveCSS('background-color', ground)
    await expect(page.getByRole('group', { name: 'Sign in with Google' })).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  const pressGoogles = async () => {
    await page.keyboard.press('Tab')
    await expect(googles(page)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  const headers = (await request.get('/login')).headers()
  expect(headers['content-security-policy']).toContain(`frame-src ${provider.issuer}/gsi/`)
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  const { offer } = await findOffer(request, 'kottu')
  await page.goto(`/offers/${offer}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Sign in required' }).getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await open('rgb(255, 255, 255)')
  expect(await findFaults(page, 'Google’s button')).toEqual([])
  const window = await openWindow(page, pressGoogles)
  await expect(page.getByRole('status').filter({ hasText: 'Go on in Google’s window.' })).toBeVisible()
  const sent = page.waitForRequest((made) => made.method() === 'POST' && made.url().endsWith('/google-signin'))
  await sayWho(window, ruwan.sub)
  const { email, name, sub: googleId, picture: imageUrl } = ruwan
  expect((await sent).postDataJSON()).toMatchObject({ email, name, googleId, imageUrl })
  await expect(page).toHaveURL(new RegExp(`/offers/${offer}$`))
  // The question lies over what is said to everybody.
  await expect(page.locator('.toasts').getByText(`A Kade account has been opened for you, with ${email}.`)).toBeVisible()
  await page.getByRole('alertdialog', { name: 'Like this offer?' }).getByRole('button', { name: 'Like' }).click()
  const first = await readMe(page, request)
  expect(first).toMatchObject({ email, name, googleId, emailConfirmed: true, hasPassword: false })

  // On a page without scripts: nothing writes it anew.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.removeItem('auth-storage'))
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.setViewportSize(PHONE)
  asked.length = 0
  await page.goto('/register')
  await open('rgb(19, 19, 20)')
  expect(await findFaults(page, 'Google’s button in dark', [PHONE])).toEqual([])
  await sayWho(await openWindow(page, pressGoogles), ruwan.sub)
  await expect(page).toHaveURL(/\/home$/)
  expect((await readMe(page, request))['id']).toBe(first['id'])
})

test('a provider that is down signs nobody in, in the written words, and is asked again once it is back; where its script gives an access token, the account information is asked for with it, sent, and must be what the proof says [#139, #229, #232]', async ({
  page,
  provider,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (401|503)/)
  const ruwan = makeSomebody()
  const [address, script] = [`${provider.issuer}/me`, `${provider.issuer}/gsi/client?access`]
  await withServer(page, { ...provider.variables, GOOGLE_SCRIPT_URL: script, OIDC_USERINFO_URL: address }, async (url) => {
    provider.setDown(true)
    await page.goto(`${url}/login`)
    await ours(page).click()
    await sayWho(await openWindow(page), ruwan.sub)
    await expect(toast(page, BROKEN)).toBeVisible()
    await expect(page.getByRole('main').getByText('Failed to login with Google')).toBeVisible()
    expect(await readStored(page)).toEqual(NOTHING)
    provider.setDown(false)

    // Somebody between the provider and the page says it is somebody else.
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), sub: 'victim' } })
    })
    await ours(page).click()
    await sayWho(await openWindow(page), ruwan.sub)
    await expect(toast(page, COULD_NOT)).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    expect(await readStored(page)).toEqual(NOTHING)
    await page.unroute(address)

    await ours(page).click()
    const [asked, sent] = [
      page.waitForResponse((answer) => answer.url() === address && answer.request().method() === 'GET'),
      page.waitForRequest((made) => made.method() === 'POST' && made.url().endsWith('/google-signin')),
    ]
    await sayWho(await openWindow(page), ruwan.sub)
    expect((await asked).request().headers()['authorization']).toMatch(/^Bearer [\w-]{20,}$/)
    const { email, name, sub, picture } = ruwan
    expect(await (await asked).json()).toMatchObject({ email, name, sub, picture })
    expect((await sent).postDataJSON()).toMatchObject({ email, name, googleId: sub, imageUrl: picture })
    await expect(page).toHaveURL(/\/home$/)
  })
})

test('an address with a password is asked for that alone, from either page, and then leads to where Google is connected', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 409/)
  const nilmini = await openAccount(request)
  const google = makeSomebody({ email: nilmini.email, name: nilmini.user.name })
  for (const entrance of ['/register', '/login']) {
    await page.goto(entrance)
    await ours(page).click()
    await sayWho(await openWindow(page), google.sub)
    await expect(page.getByRole('main').getByText('Sign in with your password to connect Google')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(nilmini.email)
  }
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings#google-title$/)
  await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toBeFocused()
  expect((await readMe(page, request))['id']).toBe(nilmini.user.id)
})
