/** What a page shows of whoever is signed in, how it lasts, and that everybody can use it. */

import { expect, test } from '#test/journey.ts'

import { account, fillSignIn, NOTHING, openAccount, PASSWORD, readStored } from './accounts.ts'
import { closeOutside } from './city.ts'
import { findFaults, PHONE } from './find-faults.ts'
import { enter } from './profile-account.ts'

test('the header, the menus and the bottom say who is there, from the first paint on [#33, #34, #37, #38, #39, #45, #51]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/privacy')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const bottom = page.getByRole('navigation', { name: 'Bottom' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu.getByRole('link')).toHaveText(['Login', 'Register', 'All shops'])
  await expect(bottom.getByRole('link')).toHaveText(['Home', 'Login'])
  await menu.getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 740 })
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toBeVisible()

  await enter(page, await openAccount(request))
  // What is drawn before any script of ours has come.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/home')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Home',
    'Liked Shops',
    'Liked Offers',
    'Profile',
  ])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await page.unroute('**/assets/*.js')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/privacy')
  await expect(bottom.getByRole('link')).toHaveText(['Home', 'Liked Shops', 'Liked Offers', 'Profile'])
  const quick = page.getByRole('navigation', { name: 'Quick Links' }).getByRole('link')
  await expect(quick).toHaveText(['Home', 'My Profile', 'Favorite Shops', 'Liked Offers'])
  expect(await quick.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/profile',
    '/favorite-shops',
    '/liked-offers',
  ])
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu.getByRole('listitem').filter({ visible: true })).toHaveText(['Home', 'All shops', 'Profile', 'Settings', 'Logout'])
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('what is stored and cannot be a session is removed, and nothing breaks [#141, #144, #146]', async ({ page, request }) => {
  const broken = [
    '{',
    '{"state":{"user":"{","token":"a.b.c","isAuthenticated":true}}',
    '{"state":{"token":"t","isAuthenticated":true,"user":{}}}',
  ]
  // On a page without scripts: nothing writes it anew.
  await page.goto('/robots.txt')
  for (const stored of broken) {
    await page.evaluate((kept) => {
      localStorage.setItem('auth-storage', kept)
      localStorage.setItem('token', 'left over')
      localStorage.setItem('user', '{')
    }, stored)
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => readStored(page)).toEqual(NOTHING)
  }
  await enter(page, { ...(await openAccount(request)), token: 'nonsense' })
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert')).toHaveText('Invalid token format. Please login again.')
})

test('a picture stands for whoever is signed in, or the one for everybody, or a letter; a session that the server ends is over everywhere, and any other failure keeps it [#27, #40, #41, #142, #143, #145, #206]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (401|500)|ERR_FAILED/)
  await closeOutside(page)
  const someone = await openAccount(request)
  const { token, user } = someone
  await enter(page, someone)
  const asking = page.waitForRequest(`**/consumer/${user.id}`)
  await page.goto('/privacy')
  expect(await (await asking).headerValue('authorization')).toBe(`Bearer ${token}`)
  await expect(account(page).locator('img')).toHaveAttribute('src', /avatar/)
  const withPicture = { ...user, imageUrl: 'https://pictures.example/nilmini.png' }
  await page.route(`**/consumer/${user.id}`, (route) => route.fulfill({ json: { success: true, data: withPicture } }))
  await page.goto('/terms')
  await expect(account(page).locator('img')).toHaveAttribute('src', withPicture.imageUrl)

  await page.unroute(`**/consumer/${user.id}`)
  await page.route('https://pictures.example/**', (route) => route.fulfill({ contentType: 'image/png', body: 'no picture' }))
  const isCheck = (sent: { url: () => string }) => sent.url().endsWith(`/consumer/${user.id}`)
  await page.route(`**/consumer/${user.id}`, (route) => route.fulfill({ status: 500, body: 'gone' }))
  const failing = page.waitForResponse(isCheck)
  await page.goto('/privacy')
  await failing
  await expect(account(page)).toHaveText('N')
  await page.unroute(`**/consumer/${user.id}`)
  await page.route(`**/consumer/${user.id}`, (route) => route.abort())
  const aborting = page.waitForEvent('requestfailed', isCheck)
  await page.goto('/terms')
  await aborting
  await expect(account(page)).toBeVisible()
  await page.unroute(`**/consumer/${user.id}`)

  await request.post('/api/v1/consumer/logout', { headers: { authorization: `Bearer ${token}` } })
  const before = await readStored(page)
  // On a public page the check at the start only clears, and says so.
  await page.goto('/privacy')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Session expired')).toBeVisible()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect(account(page)).toBeHidden()
  expect(await readStored(page)).toEqual(NOTHING)
  // A private page leads to sign in.
  await page.evaluate((kept) => localStorage.setItem('auth-storage', kept), JSON.stringify(before.session))
  await page.goto('/profile?tab=security')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alert')).toHaveText('Session expired')
  expect(await readStored(page)).toEqual(NOTHING)
  expect(await page.evaluate(() => sessionStorage.getItem('return-path'))).toBe('/profile?tab=security')
})

test('with storage switched off one signs in for as long as the page stands', async ({ page, request, consoleWatch }) => {
  // The router keeps places in lists there, and says that it cannot.
  consoleWatch.expectConsole(/SecurityError|uncaught/)
  const { email } = await openAccount(request)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/login')
  await fillSignIn(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Nilmini.')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('main')).toContainText(email)
})

test('somebody signs in and out by keyboard alone, and other tabs follow', async ({ page, context, request }) => {
  const { email } = await openAccount(request)
  const other = await context.newPage()
  await other.goto('/terms')
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Forgot password?' }).focus()
  await press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused()
  await press('Tab', 'Tab')
  // The dialog holds the focus.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused()
  await press('Escape')
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeFocused()
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(email)
  await press('Tab')
  await page.keyboard.type(PASSWORD)
  await press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome, Nilmini.')
  await expect(account(other)).toBeVisible()
  await other.getByRole('contentinfo').getByRole('link', { name: 'My Profile' }).click()
  await expect(other.getByRole('main')).toContainText(email)
  await account(page).focus()
  await press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  // The menu moves the focus a moment after each press.
  for (const item of ['Nilmini', 'Logout']) {
    await press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: item })).toBeFocused()
  }
  await press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login$/)
  await expect(other.getByRole('alert')).toHaveText('You have been signed out.')
  await expect(other.getByText(email)).toHaveCount(0)
})

test('axe finds nothing where one signs in, in light and in dark, on a phone and on a desk', async ({ page, request }) => {
  test.setTimeout(120_000)
  const faults: string[] = []
  const look = async (name: string) => void faults.push(...(await findFaults(page, name)))
  await page.goto('/login')
  await look('login')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await look('login with errors')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click()
  await look('forgot password')
  await page.goto('/login?reset=anything')
  await page.getByRole('dialog').getByLabel('New password', { exact: true }).fill('two umbrellas')
  await look('new password')
  await page.goto('/register')
  await look('register')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Password', { exact: true }).fill('umbrella')
  await look('register with errors')
  await enter(page, await openAccount(request))
  await page.goto('/privacy')
  await account(page).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await look('account')
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Menu' }).click()
  faults.push(...(await findFaults(page, 'menu', [PHONE])))
  expect(faults).toEqual([])
})
