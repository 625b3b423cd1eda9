/** What the browser keeps of answers: how it lies in storage, how long, for whom, and what several tabs make of it. */
import type { Page } from '@playwright/test'

import { PAGE_SIZE } from '#contract/constants.ts'
import { MINUTE } from '#contract/time.ts'
import { expect, test } from '#test/journey.ts'

import { fillSignIn, openAccount } from './accounts.ts'
import { findLasting } from './city.ts'
import { enter, findToast } from './profile-account.ts'

type Answer = { key: unknown[]; at: number; expiresAt: number; data: unknown }
type Entry = { expiresAt: number; answers: Answer[] }

const readEntry = (page: Page, key = 'offers-cache') =>
  page.evaluate((name) => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? 'null') as Entry | null
    } catch {
      return null
    }
  }, key)
/** What kinds of answers are kept: `list`, `detail`, `featured`. */
const readKinds = async (page: Page, key?: string) => (await readEntry(page, key))?.answers.map((answer) => answer.key[1])
const titles = (page: Page) => page.locator('#offers .card h3, section .card h3')
const openFirst = (page: Page) => page.locator('#offers .card h3 a').first().click()
const backToOffers = (page: Page) => page.getByRole('link', { name: 'Back to all offers' }).click()
const keyDetails = (page: Page) => page.getByRole('heading', { name: 'Key Details' })
const openShop = async (page: Page) => {
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible()
}
/** From a shop over its offer to the list. */
const backToStart = async (page: Page) => {
  await page.goBack()
  await expect(keyDetails(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Available Offers' })).toBeVisible()
}
const refreshButton = (page: Page) => page.getByRole('button', { name: 'Refresh' })

test('offers and shops are kept for 15 and 30 minutes under their keys, each answer with its stamp; what is damaged or of others goes and is written anew [#165, #253, #254]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED/)
  const nimali = await openAccount(request)
  await enter(page, nimali)
  await page.goto('/home')
  await expect(titles(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'All Offers' }).click()
  await page.getByRole('link', { name: 'All shops' }).click()
  await expect(page.getByRole('heading', { name: 'All Shops' })).toBeVisible()
  const own = `recommended-offers-cache:${nimali.user.id}`
  await expect.poll(() => readKinds(page, own)).toEqual(['recommended-offers'])
  await expect.poll(() => readKinds(page, 'shops-cache')).toEqual(['list'])
  for (const [key, life] of Object.entries({ 'offers-cache': 15, 'shops-cache': 30, [own]: 15 })) {
    const { expiresAt, answers } = (await readEntry(page, key))!
    expect([key, ...answers.map((answer) => answer.expiresAt - answer.at)]).toEqual([key, ...answers.map(() => life * MINUTE)])
    expect([key, expiresAt]).toEqual([key, Math.max(...answers.map((answer) => answer.expiresAt))])
  }

  // Somebody else was here before, one entry is half written, and one of an older edition.
  await page.evaluate((name) => {
    localStorage.setItem('recommended-offers-cache:of-another', localStorage.getItem(name)!)
    localStorage.setItem('offers-cache', localStorage.getItem('offers-cache')!.slice(0, 200))
    const shops = JSON.parse(localStorage.getItem('shops-cache')!) as object
    localStorage.setItem('shops-cache', JSON.stringify({ ...shops, edition: 'older', answers: [{ key: ['shops'], data: 'nonsense' }] }))
    localStorage.setItem('theme', 'dark')
  }, own)
  await page.goto('/home?tab=all')
  await expect(titles(page).first()).toBeVisible()
  await expect.poll(() => readKinds(page)).toContain('list')
  expect(await page.evaluate(() => localStorage.getItem('recommended-offers-cache:of-another'))).toBeNull()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shops-cache'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  // What somebody else was recommended is not shown under one's own name either.
  await page.evaluate((name) => {
    const text = localStorage.getItem(name)!
    localStorage.setItem(name, text.replaceAll(name.split(':')[1]!, 'of-another'))
  }, own)
  await page.route('**/cluster_recommend/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Recommended Offers' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load data. Please try again later.')
  await expect(page.locator('#offers .card')).toHaveCount(0)
})

test('when storage is full the oldest answers leave, and nothing else; a session finds its room', async ({ page, request }) => {
  test.setTimeout(90_000)
  const { email } = await openAccount(request)
  // A list that has no more to load: what is newest is what is opened.
  await page.goto('/?q=kottu')
  // All that the landing keeps: what came later would need room of its own.
  await expect.poll(() => readKinds(page)).toEqual(expect.arrayContaining(['list', 'featured']))
  const { answers } = (await readEntry(page))!
  const readFillers = () =>
    page.evaluate(() => Object.keys(localStorage).flatMap((key) => (key.startsWith('filler') ? [localStorage.getItem(key)!.length] : [])))
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light')
    const isKept = (key: string, size: number) => {
      try {
        localStorage.setItem(key, 'x'.repeat(size))
        return true
      } catch {
        return false
      }
    }
    let parts = 0
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) while (isKept(`filler${parts}`, size)) parts++
    // What is left is shorter than a key.
    const end = `filler${parts - 1}`
    let last = localStorage.getItem(end)!.length
    while (isKept(end, last + 1)) last++
  })
  const filled = await readFillers()
  expect(filled.reduce((sum, length) => sum + length)).toBeGreaterThan(2_000_000)
  // There is not one letter left: for each new answer an old one leaves.
  await openFirst(page)
  await expect(keyDetails(page)).toBeVisible()
  await expect.poll(() => readKinds(page)).toContain('detail')
  const now = (await readEntry(page))!.answers
  const left = answers.filter(({ key }) => !now.some((answer) => JSON.stringify(answer.key) === JSON.stringify(key)))
  expect(left.length).toBeGreaterThan(0)
  expect(Math.max(...left.map(({ at }) => at))).toBeLessThanOrEqual(Math.min(...now.map(({ at }) => at)))
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  const ascending = (one: number, other: number) => one - other
  expect((await readFillers()).toSorted(ascending)).toEqual(filled.toSorted(ascending))

  await page.goto('/login')
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('auth-storage') !== null && localStorage.getItem('user') !== null))
    .toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nilmini.')
})

test('tabs keep together: neither wipes what the other has kept, a refresh in one holds in the other, and a sign-out in one leaves nothing personal in either [#57, #165, #166, #250]', async ({
  page,
  context,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED|status of 503/)
  const nimali = await openAccount(request)
  await enter(page, nimali)
  await page.goto('/home?tab=all')
  await expect(titles(page).first()).toBeVisible()
  await openFirst(page)
  await expect(keyDetails(page)).toBeVisible()
  await expect.poll(() => readKinds(page)).toContain('detail')
  const other = await context.newPage()
  await other.goto('/home?category=Food')
  await expect(titles(other).first()).toBeVisible()
  const listKeys = async () => (await readEntry(page))?.answers.flatMap(({ key }) => (key[1] === 'list' ? [JSON.stringify(key)] : []))
  await expect.poll(async () => (await listKeys())?.length).toBe(2)
  expect(await readKinds(page)).toContain('detail')

  // On Home it is what is recommended that is fetched anew, and the button waits for it.
  const recommended = other.waitForResponse('**/cluster_recommend/**')
  await other.getByRole('link', { name: 'Recommended Offers' }).click()
  await recommended
  await expect(titles(other).first()).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await other.route('**/cluster_recommend/**', async (route) => {
    await held
    await route.continue()
  })
  const begun = await other.evaluate(() => Date.now())
  await refreshButton(other).click()
  await expect(refreshButton(other)).toBeDisabled()
  await expect(titles(other).first()).toBeVisible()
  expect(await listKeys()).toHaveLength(2)
  release()
  await expect(findToast(other, 'Data refreshed')).toBeVisible()
  await expect(refreshButton(other)).toBeEnabled()
  await expect.poll(async () => (await listKeys())?.length).toBe(0)
  await expect.poll(() => readKinds(other, `recommended-offers-cache:${nimali.user.id}`)).toEqual(['recommended-offers'])

  // What the first tab still remembers is older: it keeps what it sees from now on alone.
  await openShop(page)
  await expect.poll(() => readKinds(page, 'shops-cache')).toContain('detail')
  await expect.poll(() => readKinds(page)).toContain('offers')
  for (const key of ['offers-cache', 'shops-cache'])
    expect([key, (await readEntry(page, key))!.answers.filter(({ at }) => at < begun)]).toEqual([key, []])

  const listPersonal = () => other.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recommended')))
  await expect.poll(listPersonal).toHaveLength(1)
  // One more is about to be written there.
  const fetched = other.waitForResponse('**/cluster_recommend/**')
  await refreshButton(other).click()
  await fetched
  await expect(refreshButton(other)).toBeEnabled()
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login$/)
  await other.waitForTimeout(1_500)
  expect(await listPersonal()).toEqual([])
  expect(await readKinds(other)).not.toEqual([])
})

test('the directory of shops refreshes as well, and where that fails what is there stays [#166, #242]', async ({ page, consoleWatch }) => {
  consoleWatch.expectConsole(/status of 503/)
  await page.goto('/')
  await page.getByRole('link', { name: 'All shops' }).click()
  const shops = page.getByRole('region', { name: 'All Shops' }).getByRole('listitem')
  await expect(shops).toHaveCount(PAGE_SIZE)
  await expect.poll(() => readKinds(page, 'shops-cache')).toContain('list')
  await page.route('**/api/v1/shops?*', (route) => route.fulfill({ status: 503, json: { success: false, code: 'unavailable' } }))
  await refreshButton(page).click()
  await expect(findToast(page, 'Failed to refresh data. Please try again later.')).toBeVisible()
  await expect(refreshButton(page)).toBeEnabled()
  await expect(shops).toHaveCount(PAGE_SIZE)
  expect(await readKinds(page, 'shops-cache')).toContain('list')
  await page.unroute('**/api/v1/shops?*')
  await refreshButton(page).click()
  await expect(findToast(page, 'Data refreshed').first()).toBeVisible()
  await expect.poll(() => readKinds(page, 'shops-cache')).toEqual(['list'])
})

test('what was kept shows where the server cannot be reached, with its age and the written words, and where nothing was, that is said [#167, #240, #241]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED/)
  await page.clock.install()
  await page.goto('/')
  const chosen = await findLasting(page, request)
  await chosen.click()
  await expect(keyDetails(page)).toBeVisible()
  await openShop(page)
  await expect.poll(() => readKinds(page, 'shops-cache')).toContain('detail')
  await expect.poll(() => readKinds(page)).toContain('offers')
  await backToStart(page)

  // By now the memory of the page has let go of them; its storage has not.
  await page.clock.fastForward(7 * MINUTE)
  await page.route('**/api/v1/**', (route) => route.abort())
  const main = page.getByRole('main')
  await chosen.click()
  await expect(keyDetails(page)).toBeVisible()
  await expect(
    main.getByText("Using cached dataCouldn't connect to server. Showing previously loaded data. From 7 minutes ago."),
  ).toBeVisible()
  await expect(findToast(page, 'Using cached data').first()).toBeVisible()
  await expect(findToast(page, "Couldn't connect to server. Showing previously loaded data.").first()).toBeVisible()
  await openShop(page)
  // The shop and its offers.
  await expect(main.getByText('From 7 minutes ago.')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Current Offers' }).getByRole('heading', { level: 3 }).first()).toBeVisible()
  await backToStart(page)

  // A quarter of an hour is the end of an offer; a shop lasts twice as long.
  await page.clock.fastForward(9 * MINUTE)
  await chosen.click()
  await expect(main.getByRole('alert')).toContainText('Failed to load offer details. Please try again.')
  await backToOffers(page)
  await page.getByRole('link', { name: 'All shops' }).click()
  await expect(main.getByRole('alert')).toContainText('Failed to load data. Please try again later.')
  await expect(findToast(page, 'Failed to load data. Please try again later.').first()).toBeVisible()
})
