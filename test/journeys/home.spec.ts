/** The home screen of whoever is signed in: the front page leads there, two tabs, and everything in the address. */
import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { fillSignIn, openAccount } from './accounts.ts'
import { findOffer } from './city.ts'
import { findFaults } from './find-faults.ts'
import { enter } from './profile-account.ts'

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Which offers' })
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name })
const cards = (page: Page) => page.locator('#offers .card')

test('a guest has the front page and no tabs; whoever signs in comes home, and the front page leads there with its wishes; what was recommended is there again when the server is not, and gone with the session [#9, #12, #25, #26, #48, #62, #165, #167]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/503|Failed to load resource/)
  const { email, user } = await openAccount(request)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Available Offers' })).toBeVisible()
  await expect(tabs(page)).toHaveCount(0)
  await expect(page.locator('a[href^="/home"]')).toHaveCount(0)
  await page.goto('/home?q=rice')
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/home\?q=rice$/)
  await expect(tab(page, 'All Offers')).toHaveAttribute('aria-current', 'page')
  await page.goto('/?category=Food#offers')
  await expect(page).toHaveURL(/\/home\?category=Food#offers$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nilmini.')
  // A link to it within the page, and Home itself.
  const home = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true })
  await home.click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(home).toHaveAttribute('aria-current', 'page')

  await expect(cards(page).first()).toBeVisible()
  const key = `recommended-offers-cache:${user.id}`
  const isKept = () => page.evaluate((name) => localStorage.getItem(name) !== null, key)
  await expect.poll(isKept).toBe(true)
  await page.route('**/cluster_recommend/**', (route) => route.abort())
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /^#/ }).first().click()
  await expect(page).toHaveURL(/\/home\?tags=/)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await isKept()).toBe(false)
})

test('home recommends what fits, shows all offers in the other tab, and keeps both in the address [#49, #50, #52, #56, #59, #62]', async ({
  page,
  request,
}) => {
  const nimali = await openAccount(request)
  const { shop } = await findOffer(request, 'kottu')
  const headers = { authorization: `Bearer ${nimali.token}` }
  await request.post('/api/v1/consumer/liked-shops', { headers, data: { shopId: shop } })
  const liked = ((await (await request.get(`/api/v1/shops/${shop}`)).json()) as { data: { name: string } }).data.name
  await enter(page, nimali)
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Recommended Offers' })).toBeVisible()
  await expect(tab(page, 'Recommended Offers')).toHaveAttribute('aria-current', 'page')
  // The first list after a start may be what is popular, for it is not waited for.
  await expect(async () => {
    await page.reload()
    await expect(cards(page).filter({ hasText: liked }).filter({ hasText: 'shop you like' }).first()).toBeVisible({ timeout: 4_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: 'Featured Deals' })).toBeVisible()
  await expect(page.getByText('active offers')).toBeVisible()
  await expect(page.locator('nav.bottom-nav')).toBeAttached()

  await tab(page, 'All Offers').click()
  await expect(page).toHaveURL(/\/home\?tab=all$/)
  await expect(page.getByRole('heading', { name: 'Available Offers' })).toBeVisible()
  await page.getByLabel('Categories').selectOption('Food')
  await expect(page).toHaveURL(/\/home\?tab=all&category=Food$/)
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page).toHaveURL(/\/home\?tab=all$/)
  await page.getByRole('link', { name: 'All shops' }).click()
  await expect(page).toHaveURL(/\/home\?view=shops$/)
  await page.getByRole('link', { name: 'All offers' }).click()
  await expect(tab(page, 'Recommended Offers')).toHaveAttribute('aria-current', 'page')
  // Whoever searches looks through all of them; Back leads to the tab that one came from.
  await page.getByPlaceholder('Search offers and shops...').fill('rice')
  await expect(tab(page, 'All Offers')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/\/home\?q=rice$/)
  await page.goBack()
  await expect(tab(page, 'Recommended Offers')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Recommended Offers').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\?tab=all$/)
})

test('axe finds nothing at home, and nothing runs out of it, on a phone and on a desk', async ({ page, request }) => {
  test.setTimeout(120_000)
  await enter(page, await openAccount(request))
  await page.goto('/home')
  await expect(cards(page).first()).toBeVisible()
  const faults = await findFaults(page, 'recommended')
  await tab(page, 'All Offers').click()
  await expect(page.getByRole('heading', { name: 'Available Offers' })).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  faults.push(...(await findFaults(page, 'all')))
  expect(faults).toEqual([])
})
