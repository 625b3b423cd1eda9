/** What goes wrong on the way by Google, and who turns back. */
import { expect } from '#test/journey.ts'

import { fillSignIn, NOTHING, openAccount, readStored } from './accounts.ts'
import { closeOutside } from './city.ts'
import { BROKEN, COULD_NOT, googles, makeSomebody, openWindow, ours, readMe, sayWho, test, toast, withServer } from './google-provider.ts'

test('who turns back, here or in Google’s window, is told in the written words and can begin again [#232]', async ({ page }) => {
  await page.goto('/login')
  await ours(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, COULD_NOT)).toBeVisible()
  await expect(ours(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'Sign in with Google' })).toBeFocused()
  await page.keyboard.press('Escape')
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

test('a provider that is down signs nobody in, in the written words, and is asked again once it is back [#139, #232]', async ({
  page,
  provider,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 503/)
  const ruwan = makeSomebody()
  await withServer(page, provider.variables, async (url) => {
    provider.setDown(true)
    await page.goto(`${url}/login`)
    await ours(page).click()
    await sayWho(await openWindow(page), ruwan.sub)
    await expect(toast(page, BROKEN)).toBeVisible()
    await expect(page.getByRole('main').getByText('Failed to login with Google')).toBeVisible()
    expect(await readStored(page)).toEqual(NOTHING)
    provider.setDown(false)
    await ours(page).click()
    await sayWho(await openWindow(page), ruwan.sub)
    await expect(page).toHaveURL(/\/home$/)
  })
})

test('a session that another tab begins while a proof is on its way stays, though the server refuses the proof', async ({
  page,
  context,
  request,
}) => {
  const [ruwan, nilmini] = [makeSomebody(), await openAccount(request)]
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/v1/consumer/google-signin', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await isLetGo
    await route.continue({ postData: { ...(route.request().postDataJSON() as object), googleId: '1' } }).catch(() => undefined)
  })
  await page.goto('/login')
  await ours(page).click()
  const sent = page.waitForRequest((made) => made.method() === 'POST' && made.url().endsWith('/google-signin'))
  await sayWho(await openWindow(page), ruwan.sub)
  await sent
  const other = await context.newPage()
  await closeOutside(other)
  await other.goto('/login')
  await fillSignIn(other, nilmini.email)
  await expect(other).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { name: /^Welcome, Nilmini/ })).toBeVisible()
  // The page of the sign-in is left, and its call with it: no answer of 401 comes to this one.
  letGo()
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(/\/home$/)
  expect(await readMe(page, request)).toMatchObject({ email: nilmini.email })
  await expect(page.getByText(COULD_NOT)).toHaveCount(0)
})

test('who leaves Google’s button alone for too long is told so, before a proof would come too late', async ({ page }) => {
  await page.clock.install()
  await page.goto('/login')
  await ours(page).click()
  await expect(googles(page)).toBeVisible()
  await page.clock.fastForward('09:01')
  await expect(toast(page, 'Google was waited for too long. Please begin again.')).toBeVisible()
  await expect(ours(page)).toBeFocused()
})

test('where it is not set up, the button says so, the policy knows no provider, e-mail works, and Settings do not speak of it [#232]', async ({
  page,
  request,
  provider,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/404/)
  await withServer(page, {}, async (url) => {
    const with_ = (await request.get('/login')).headers()
    expect(with_['content-security-policy']).toContain(`frame-src ${provider.issuer}/gsi/`)
    expect(with_['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    const without = (await request.get(`${url}/login`)).headers()
    expect(without['content-security-policy']).not.toMatch(/frame-src|127\.0\.0\.1|google/)
    expect(without['cross-origin-opener-policy']).toBe('same-origin')
    const nilmini = await openAccount(request, { base: url })
    await page.goto(`${url}/login`)
    await ours(page).click()
    await expect(toast(page, COULD_NOT)).toBeVisible()
    await expect(toast(page, 'Signing in with Google is not set up here.')).toBeVisible()
    await fillSignIn(page, nilmini.email)
    await expect(page).toHaveURL(/\/home$/)
    await page.goto(`${url}/settings`)
    await expect(page.getByRole('heading', { name: 'Signed-in devices' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toHaveCount(0)
  })
})
