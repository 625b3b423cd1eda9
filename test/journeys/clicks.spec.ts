/** Opening an offer or a shop is told to the server: once in six hours, by nobody's waiting. */
import { randomUUID } from 'node:crypto'

import type { Page, Request } from '@playwright/test'

import { GUEST_ID } from '#contract/constants.ts'
import { expect, test } from '#test/journey.ts'

import { openAccount } from './accounts.ts'
import { findOffer } from './city.ts'
import { enter } from './profile-account.ts'

const isClick = (request: Request) => request.url().endsWith('/api/v1/interactions') && /_CLICK/.test(request.postData() ?? '')
function watchClicks(page: Page) {
  const clicks: object[] = []
  page.on('request', (request) => isClick(request) && clicks.push(request.postDataJSON() as object))
  return clicks
}
const SIX_HOURS = 21_600_000

test('a guest who opens an offer or its shop is counted once in six hours, as nobody in particular; a click that did not arrive is logged, and told again [#171, #202, #226, #245, #252]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/The click of OFFER:\S+ could not be recorded|Failed to load resource/)
  const clicks = watchClicks(page)
  const { offer, shop } = await findOffer(request, 'kottu')
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('The click of OFFER:'))
  await page.route('**/api/v1/interactions', (route) => route.abort())
  await page.goto(`/offers/${offer}`)
  await logged
  await page.unroute('**/api/v1/interactions')
  const again = page.waitForResponse((response) => isClick(response.request()))
  await page.reload()
  expect((await again).status()).toBe(200)
  expect(clicks).toHaveLength(2)
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect.poll(() => clicks.length).toBe(3)
  const metadata = { location: null, deviceInfo: 'Unknown Device', platform: 'Unknown Platform' }
  expect(clicks[0]).toEqual(clicks[1])
  expect(clicks.slice(1)).toEqual([
    { userId: GUEST_ID, interactionType: 'OFFER_CLICK', targetType: 'OFFER', targetId: offer, action: 'ADD', metadata },
    { userId: GUEST_ID, interactionType: 'SHOP_CLICK', targetType: 'SHOP', targetId: shop, action: 'ADD', metadata },
  ])
  await page.goBack()
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(clicks).toHaveLength(3)
  // So long ago that it counts again.
  await page.evaluate((interval) => {
    const kept = JSON.parse(localStorage.getItem('clicks') ?? '{}') as Record<string, number>
    localStorage.setItem('clicks', JSON.stringify(Object.fromEntries(Object.entries(kept).map(([key, at]) => [key, at - interval]))))
  }, SIX_HOURS)
  await page.reload()
  await expect.poll(() => clicks.length).toBe(4)
})

test('who is signed in is counted as themselves, and looking at a card is no click', async ({ page, request }) => {
  const clicks = watchClicks(page)
  const { user, ...nimali } = await openAccount(request)
  await enter(page, { user, ...nimali })
  await page.goto('/?q=kottu')
  const card = page.getByRole('main').locator('.list').getByRole('listitem').first().getByRole('heading').getByRole('link')
  await card.hover()
  await page.waitForLoadState('networkidle')
  expect(clicks).toEqual([])
  await card.click()
  await expect.poll(() => clicks.length).toBe(1)
  expect(clicks[0]).toMatchObject({ userId: user.id })
})

test('a click holds nothing up, and arrives although the page is left [#226]', async ({ browser }) => {
  // Nobody else looks like this visitor: what is recorded earlier was recorded by this page.
  const userAgent = `Visitor ${randomUUID()}`
  const context = await browser.newContext({ userAgent })
  const page = await context.newPage()
  const { offer } = await findOffer(context.request, 'kottu')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let body: object | undefined
  await page.route('**/api/v1/interactions', async (route) => {
    body ??= route.request().postDataJSON() as object
    await held
    await route.continue().catch(() => undefined)
  })
  await page.goto(`/offers/${offer}`)
  await expect.poll(() => body).toBeDefined()
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible()
  await page.goto('about:blank')
  release()
  // Nothing tells the page that is gone of an answer.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const again = await context.request.post('/api/v1/interactions', { headers: { 'user-agent': userAgent }, data: body! })
  expect(await again.json()).toMatchObject({ success: true, message: 'Click recorded earlier' })
  await context.close()
})
