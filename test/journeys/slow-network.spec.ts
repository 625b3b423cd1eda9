import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { openAccount } from './accounts.ts'
import { findLasting } from './city.ts'
import { enter } from './profile-account.ts'

test('on a slow network something shows before the answer does, and old results stay until the new ones come; what an offer shows is asked for before the code of its page is there, and once [#71]', async ({
  page,
}) => {
  await page.goto('/')
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: 50_000,
    uploadThroughput: 20_000,
  })

  const list = page.getByRole('region', { name: 'Available Offers' })
  const titles = list.getByRole('heading', { level: 3 })
  const before = await titles.first().textContent()
  await page.getByRole('searchbox').fill('rice')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await expect(titles.first()).toHaveText(before!)
  await expect(list.locator('[aria-busy="true"]')).toBeVisible()
  await expect(page).toHaveURL(/q=rice/)
  await expect(titles.first()).not.toHaveText(before!)
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('')

  // Whoever changes their mind is not shown what they no longer want.
  await page.getByRole('searchbox').fill('rice curry no such')
  await page.waitForTimeout(300)
  await page.getByRole('searchbox').fill('sa')
  await expect(page).toHaveURL(/q=sa$/)
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('')
  await expect(list.locator('.list')).toHaveAttribute('aria-busy', 'false')

  const chosen = titles.first().getByRole('link')
  const title = (await chosen.textContent())!
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/offer-page-/, async (route) => {
    await code.promise
    await route.continue()
  })
  const data = `/api/v1${await chosen.getAttribute('href')}`
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === data)
  await chosen.click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await answered
  code.resolve()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Key Details' })).toBeVisible()
  expect(asked.filter((path) => path === data)).toHaveLength(1)
})

test('a word is asked for while it is typed, a letter gives up the question of the one before, and the last is asked once; a date that was still being typed calls nobody back who has pressed a link since', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const asked: string[] = []
  const givenUp: string[] = []
  const wordOf = (url: string) => new URL(url).searchParams.get('q')
  page.on('requestfailed', (request) => {
    const word = wordOf(request.url())
    if (word) givenUp.push(word)
  })
  await page.route('**/api/v1/offers/all?q=*', (route) => {
    asked.push(wordOf(route.request().url())!)
    // The first letters are never answered.
    return asked.length === 1 ? undefined : route.continue()
  })
  const list = page.locator('#offers .list')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('searchbox').fill('ri')
  await page.clock.runFor(60)
  await expect.poll(() => asked).toEqual(['ri'])
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('searchbox').fill('rice')
  await page.clock.runFor(60)
  await expect.poll(() => asked).toEqual(['ri', 'rice'])
  await expect.poll(() => givenUp).toEqual(['ri'])
  await page.clock.resume()
  await expect(page).toHaveURL(/q=rice$/)
  await expect(list).toHaveAttribute('aria-busy', 'false')
  expect(asked).toEqual(['ri', 'rice'])

  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/offers\/[\da-f-]{36}$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.clock.pauseAt(Date.now() + 300_000)
  await page.getByLabel('From date').fill('2020-01-01')
  // As a screen reader presses it: the focus stays in the field.
  await page.locator('#offers .card h3 a').first().dispatchEvent('click')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await page.clock.runFor(1_000)
  held.resolve()
  await page.clock.resume()
  await expect(page).toHaveURL(/\/offers\//)
})

test('what is pressed while a list is on its way joins what was typed, and what is typed behind it joins that', async ({ page }) => {
  await page.goto('/?category=Food')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/offers/all?*', async (route) => {
    await held.promise
    // What was given up meanwhile is gone.
    await route.continue().catch(() => undefined)
  })
  const field = page.getByRole('searchbox')
  const usable = page.getByRole('link', { name: 'Usable now', exact: true })
  await field.fill('ri')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await usable.click()
  await expect(usable).toHaveAttribute('aria-current', 'true')
  await field.press('End')
  await field.press('c')
  await page.getByRole('link', { name: 'Remove filter: Food' }).click()
  held.resolve()
  await expect(page).toHaveURL(/\/\?q=ric&usable=now$/)
  await expect(field).toHaveValue('ric')
})

/** A server that answers nothing from now on; answers what lets it, and what has been asked and then given up. */
async function holdAnswers(page: Page, pattern: string) {
  const given: string[] = []
  const note = (request: { url: () => string }) => given.push(new URL(request.url()).pathname)
  page.on('requestfailed', note)
  await page.route(pattern, () => {})
  return {
    given,
    letGo: async () => {
      page.off('requestfailed', note)
      await page.unroute(pattern)
    },
  }
}
const statusIn = (page: Page) => page.getByRole('main').getByRole('status')

test('after eight seconds a page that has nothing says that it is still loading, and leaving it gives up what was asked (D-28)', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const { given } = await holdAnswers(page, '**/api/v1/**')
  const home = page.getByRole('heading', { name: 'Available Offers' })

  // The page that one comes from stays for so long; then the new one shows itself, and says so at once.
  await page.locator('#offers .card h3 a').first().click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await page.clock.fastForward(7_000)
  await expect(home).toBeVisible()
  await page.clock.fastForward(1_100)
  await expect(statusIn(page).filter({ hasText: /^Still loading$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/offers\//)
  await page.getByRole('link', { name: 'Back to all offers' }).click()
  await expect(home).toBeVisible()
  await expect.poll(() => given.filter((path) => path.startsWith('/api/v1/offers/') && path !== '/api/v1/offers/all')).toHaveLength(1)

  // Who goes elsewhere before waits for nothing either.
  await page.locator('#offers .card h3 a').first().click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await page.getByRole('link', { name: 'All shops' }).click()
  await expect.poll(() => given.filter((path) => path.startsWith('/api/v1/offers/') && path !== '/api/v1/offers/all')).toHaveLength(2)
  await page.clock.fastForward(8_100)
  await expect(statusIn(page).filter({ hasText: 'Still loading' })).toBeVisible()
  await expect(page.getByRole('main').locator('.sk').first()).toBeVisible()
  await page.getByRole('link', { name: 'All offers' }).click()
  await expect(home).toBeVisible()
  await expect.poll(() => given).toContain('/api/v1/shops')
})

test('after eight seconds a search says what it waits for, and so do the parts of a shop, until they are left (D-28)', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const { given, letGo } = await holdAnswers(page, '**/api/v1/**')
  // A search keeps what is there, and says what it waits for.
  await page.getByRole('searchbox').fill('rice')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await page.clock.fastForward(8_100)
  await expect(statusIn(page).filter({ hasText: /^Still loading$/ })).toBeVisible()
  await expect(page.locator('#offers .card').first()).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => given).toContain('/api/v1/offers/all')
  await expect(statusIn(page).filter({ hasText: 'Still loading' })).toHaveCount(0)

  // A shop.
  await letGo()
  await page.locator('#offers .card h3 a').first().click()
  await expect(page.getByRole('heading', { name: 'Key Details' })).toBeVisible()
  const again = await holdAnswers(page, '**/api/v1/shops/**')
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Current Offers' })).toBeVisible()
  await page.clock.fastForward(8_100)
  await expect(statusIn(page).filter({ hasText: 'Still loading' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to all shops' }).click()
  await expect.poll(() => again.given.filter((path) => path.startsWith('/api/v1/shops/'))).not.toEqual([])
})

test('after eight seconds a page that has something kept says how old it is, and that it is still loading (D-28)', async ({
  page,
  request,
}) => {
  await page.clock.install()
  const nimali = await openAccount(request)
  await enter(page, nimali)
  await page.goto('/home')
  const cards = page.locator('#offers .card')
  await expect(cards.locator('h3 a').first()).toBeVisible()
  const chosen = await findLasting(page, request)
  await chosen.click()
  await expect(page.getByRole('heading', { name: 'Key Details' })).toBeVisible()
  await page.goBack()
  await expect(cards.locator('h3 a').first()).toBeVisible()
  await page.clock.runFor(2_000)

  await page.clock.fastForward(4 * 60_000)
  const { given } = await holdAnswers(page, '**/api/v1/**')
  await chosen.click()
  await expect(page.getByRole('heading', { name: 'Key Details' })).toBeVisible()
  await expect(page.getByText('Still loading')).toHaveCount(0)
  await page.clock.fastForward(8_100)
  const note = statusIn(page).filter({ hasText: /^Still loading From 4 minutes ago\.$/ })
  await expect(note).toBeVisible()
  await page.goBack()
  await expect(cards.locator('h3 a').first()).toBeVisible()
  await expect.poll(() => given.filter((path) => path.startsWith('/api/v1/offers/') && path !== '/api/v1/offers/all')).not.toEqual([])
  await page.clock.fastForward(8_100)
  await expect(note).toBeVisible()

  // What is recommended is there again after a reload too, while nothing answers.
  await page.reload()
  await expect(cards.locator('h3 a').first()).toBeVisible()
  await page.clock.fastForward(8_100)
  await expect(note).toBeVisible()
  await page.getByRole('link', { name: 'All Offers' }).click()
  await expect.poll(() => given).toContain(`/api/v1/cluster_recommend/${nimali.user.id}`)
})
