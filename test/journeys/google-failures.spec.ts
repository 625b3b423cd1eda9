/** What goes wrong on the way by Google, and who turns back. */
import type { Page } from '@playwright/test'

import { expect } from '#test/journey.ts'

import { fillSignIn, NOTHING, openAccount, readStored } from './accounts.ts'
import { BROKEN, COULD_NOT, googles, makeSomebody, openWindow, ours, readMe, sayWho, test, toast } from './google-provider.ts'

const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('who turns back, here or in Google’s window, is told in the written words and can begin again; who looks back, and goes on there, is signed in [#232]', async ({
  page,
  request,
}) => {
  const ruwan = makeSomebody()
  // Here every page believes that it has the focus.
  const holdFocus = (has: boolean) => page.evaluate((holds) => (document.hasFocus = () => holds), has)
  /** What was said before is not taken for what is said next. */
  const forget = async () => {
    await page.clock.fastForward(20_000)
    await expect(toast(page, COULD_NOT)).toHaveCount(0)
  }
  await page.clock.install()
  await page.goto('/login')
  await test.step('whoever leaves Google’s button alone for too long is told so, before a proof would come too late', async () => {
    await ours(page).click()
    await expect(googles(page)).toBeVisible()
    await page.clock.fastForward('09:01')
    await expect(toast(page, 'Google was waited for too long. Please begin again.')).toBeVisible()
    await expect(ours(page)).toBeFocused()
    await forget()
  })
  await test.step('whoever turns back here can begin again', async () => {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(toast(page, COULD_NOT)).toBeVisible()
    await expect(ours(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Sign in with Google' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(ours(page)).toBeFocused()
    await forget()
  })
  await test.step('so can whoever closes the window', async () => {
    await ours(page).click()
    const window = await openWindow(page)
    await holdFocus(false)
    await page.clock.runFor(500)
    await window.close()
    await holdFocus(true)
    await page.clock.runFor(3_000)
    await expect(toast(page, COULD_NOT)).toBeVisible()
    await expect(says(page, 'Closed the window? Press Google’s button again, or cancel.')).toBeVisible()
    expect(await readStored(page)).toEqual(NOTHING)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(ours(page)).toBeFocused()
    await forget()
  })
  await test.step('and whoever only looked back at the page', async () => {
    await ours(page).click()
    await expect(says(page, 'Press Google’s button to go on.')).toBeVisible()
    const window = await openWindow(page)
    await holdFocus(false)
    await page.clock.runFor(500)
    await holdFocus(true)
    await page.clock.runFor(3_000)
    await expect(toast(page, COULD_NOT)).toBeVisible()
    await sayWho(window, ruwan.sub)
    await expect(page).toHaveURL(/\/home$/)
    expect(await readMe(page, request)).toMatchObject({ email: ruwan.email })
  })
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
  await expect(toast(page, BROKEN)).toHaveCount(0)
  await ours(page).click()
  await expect(says(page, 'Opening Google…')).toBeVisible()
  // It is given eight seconds.
  await expect(toast(page, BROKEN)).toBeVisible({ timeout: 15_000 })
  await expect(ours(page)).toBeVisible()

  // What was blocked once is asked for again.
  await letGo!()
  await page.unroute('**/gsi/client')
  await ours(page).click()
  await expect(googles(page)).toBeVisible()
  await fillSignIn(page, nilmini.email)
  await expect(page).toHaveURL(/\/home$/)
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
  // What a tab keeps of a session is all that the others hear of.
  const other = await context.newPage()
  await other.goto('/robots.txt')
  const state = { user: nilmini.user, token: nilmini.token, likedOffers: [], likedShops: [], isAuthenticated: true }
  await other.evaluate((kept) => localStorage.setItem('auth-storage', kept), JSON.stringify({ state, version: 0 }))
  await expect(page.getByRole('heading', { name: /^Welcome, Nilmini/ })).toBeVisible()
  // The page of the sign-in is left, and its call with it: no answer of 401 comes to this one.
  letGo()
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(/\/home$/)
  expect(await readMe(page, request)).toMatchObject({ email: nilmini.email })
  await expect(page.getByText(COULD_NOT)).toHaveCount(0)
})
