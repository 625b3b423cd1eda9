/** The recommended tab: why an offer is there, "Not interested", what Settings say of it, and what shows while the recommender is gone. */
import type { APIRequestContext, Page } from '@playwright/test'

import { GUEST_ID } from '#contract/constants.ts'
import { HOUR } from '#contract/time.ts'
import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { openAccount } from './accounts.ts'
import { call, likeOffer, type Kept } from './liked-account.ts'
import { enter, findToast } from './profile-account.ts'
import { openPeer, type Peer } from './recommender-peer.ts'

/** A server whose recommender is the peer. */
async function openBoth(variables = {}) {
  const peer = await openPeer()
  const { directory, remove } = makeDataDirectory({ holds: 'city' })
  const server = await startServer({ directory, variables: { RECOMMENDER_URL: peer.url, ...variables } })
  const close = async () => {
    await server.stop()
    await peer.close()
    remove()
  }
  return { peer, server, close }
}
let peer: Peer
let server: Server
let close: (() => Promise<void>) | undefined
test.beforeAll(async () => ({ peer, server, close } = await openBoth()))
test.afterAll(() => close?.())

const cards = (page: Page) => page.locator('#offers .card')
const titles = (page: Page) => cards(page).getByRole('heading')
const reasons = (page: Page) => cards(page).locator('.why')
const dismissal = (page: Page, title: string) => page.getByRole('button', { name: `Not interested in ${title}`, exact: true })
const head = (page: Page) => page.locator('#offers .list-head')
const rows = (page: Page) => page.locator('#recommendations').getByRole('listitem')
const isRecommendation = (url: string) => url.includes('/cluster_recommend/')

async function lookAtAllAndComeBack(page: Page) {
  const all = page.getByRole('link', { name: 'All Offers' })
  await all.click()
  // Who turns around on the way has never left.
  await expect(all).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Recommended Offers' }).click()
}

/** Running offers whose titles are theirs alone. */
async function listOffers(request: APIRequestContext, base = '') {
  const { data } = (await (await request.get(`${base}/api/v1/offers/all`, { params: { limit: '60' } })).json()) as {
    data: { id: string; title: string; endDate: string | null }[]
  }
  const lasting = data.filter(({ endDate }) => endDate === null || Date.parse(endDate) > Date.now() + HOUR)
  return lasting.filter(({ title }) => data.filter((other) => other.title === title).length === 1)
}

/** Somebody for whom the peer recommends the first few offers, all of them popular. */
async function enterWithList(page: Page, request: APIRequestContext, count: number) {
  const offers = (await listOffers(request, server.url)).slice(0, count)
  peer.recommend(offers.map(({ id }) => ({ id, reason: { kind: 'popular' } })))
  const account = await openAccount(request, { base: server.url })
  await enter(page, account)
  return { account, offers }
}

test('whoever has told nothing sees what is popular and is asked to choose; interests and likes make the tab fresh at once; it asks the service for a bare list, for Colombo and for where the shopper is, and each card says why [#62, #228]', async ({
  page,
  request,
}) => {
  const { account, offers } = await enterWithList(page, request, 4)
  const [first, second, third, fourth] = offers.map(({ id }) => id) as [string, string, string, string]
  const answer = page.waitForResponse((response) => isRecommendation(response.url()))
  await page.goto(`${server.url}/home`)
  const address = new URL((await answer).url())
  expect(address.pathname + address.search).toBe(`/api/v1/cluster_recommend/${account.user.id}?city=colombo`)
  const list = (await (await answer).json()) as { id: string; shop: object }[]
  expect(list.map(({ id, shop }) => [id, typeof shop])).toEqual([first, second, third, fourth].map((id) => [id, 'object']))
  await expect(head(page)).toContainText('For everyone in Colombo. Choose your interests, and it becomes yours.')
  await expect(reasons(page).first()).toHaveText('Popular in Colombo')

  await head(page).getByRole('link', { name: 'Choose your interests' }).click()
  await expect(page).toHaveURL(/\/settings#interests$/)
  await page.getByRole('checkbox', { name: 'Food' }).check()
  await page.getByRole('button', { name: 'Save interests' }).click()
  await expect(findToast(page, 'Interests saved')).toBeVisible()
  peer.recommend([
    { id: fourth, reason: { kind: 'similar', to: 'liked', shop: 'Lotus Bakery' } },
    { id: third, reason: { kind: 'new-at-liked-shop', shop: 'Lotus Bakery' } },
    { id: second, reason: { kind: 'interest', interest: 'seafood' } },
    { id: first, reason: { kind: 'popular-near', place: 'Fort' } },
  ])
  await page.goBack()
  await expect(titles(page)).toHaveText(offers.map(({ title }) => title).toReversed())
  await expect(reasons(page)).toHaveText([
    'Because you liked Lotus Bakery',
    'New at a shop you like',
    'You are interested in seafood',
    'Popular near Fort',
  ])
  await expect(head(page)).toContainText('By what you like and open, and your interests.')

  // What one has just liked does not vanish under the finger; it has gone when one comes back.
  await cards(page)
    .getByRole('button', { name: `Like ${offers[1]!.title}` })
    .click()
  await expect(findToast(page, 'Added to liked offers')).toBeVisible()
  await expect(titles(page)).toHaveText(offers.map(({ title }) => title).toReversed())
  peer.recommend([{ id: third, reason: { kind: 'liked-shop', shop: 'Lotus Bakery' } }])
  await lookAtAllAndComeBack(page)
  await expect(reasons(page)).toHaveText(['From a shop you like'])

  // With a neighbourhood chosen, the place goes along.
  await page.evaluate(() => localStorage.setItem('place', JSON.stringify({ name: 'Borella', lat: 6.9146, lng: 79.8778 })))
  const near = page.waitForRequest((one) => isRecommendation(one.url()) && one.url().includes('near='))
  await page.reload()
  expect(new URL((await near).url()).searchParams.get('near')).toBe('6.915,79.878')
  await expect.poll(() => peer.asked.at(-1)).toBe(`/rank/${account.user.id}?near=6.915,79.878`)
  await expect(titles(page).first()).toBeVisible()
  // Why, in Settings.
  await head(page).getByRole('link', { name: 'Why these?' }).click()
  await expect(page).toHaveURL(/\/settings#recommendations$/)
  await expect(page.locator('#recommendations')).toBeFocused()
})

/** Asked first, Escape leaves everything as it was. */
async function startOver(page: Page, kept: Kept, dismissed: number) {
  const start = page.getByRole('button', { name: 'Start over' })
  const question = page.getByRole('alertdialog', { name: 'Start your recommendations over?' })
  await start.click()
  await expect(question).toContainText('What you have opened until now counts no more.')
  await page.keyboard.press('Escape')
  await expect(start).toBeFocused()
  expect(await call(kept, 'get', 'not-interested')).toHaveLength(dismissed)
  await start.click()
  await question.getByRole('button', { name: 'Start over' }).click()
  await expect(findToast(page, 'Your recommendations start over')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await expect(page.locator('#recommendations')).toContainText('Nothing yet.')
  expect(await call(kept, 'get', 'not-interested')).toEqual([])
  expect(await call(kept, 'get', 'liked-offers')).toHaveLength(1)
}

test('"Not interested" takes an offer out at once, Undo puts it back where it was, and it stays away once it is meant (D-51); Settings list what one is not interested in, page by page, take it back, and start over after asking [#165]', async ({
  page,
  request,
}) => {
  const account = await openAccount(request)
  const kept = { request, account }
  await enter(page, account)
  await page.goto('/home')
  await expect(titles(page).first()).toBeVisible()
  const before = await titles(page).allTextContents()
  const title = before[1]!
  await dismissal(page, title).click()
  await expect(titles(page).filter({ hasText: title })).toHaveCount(0)
  await expect(findToast(page, title)).toBeVisible()
  const takenBack = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles(page)).toHaveText(before)
  expect((await takenBack).status()).toBe(200)
  expect(await call(kept, 'get', 'not-interested')).toEqual([])

  const said = page.waitForResponse((response) => response.url().endsWith('/not-interested'))
  await dismissal(page, title).click()
  expect((await said).status()).toBe(200)
  await expect(titles(page).filter({ hasText: title })).toHaveCount(0)
  expect(await call(kept, 'get', 'not-interested')).toMatchObject([{ title }])
  // What this browser keeps of the list does not bring it back, nor does the server.
  const key = `recommended-offers-cache:${account.user.id}`
  await expect.poll(() => page.evaluate((name) => localStorage.getItem(name), key)).toContain('"hidden":["')
  const fresh = page.waitForResponse((response) => isRecommendation(response.url()))
  await lookAtAllAndComeBack(page)
  expect(((await (await fresh).json()) as { title: string }[]).map((offer) => offer.title)).not.toContain(title)
  await expect(titles(page).first()).toBeVisible()
  await expect(titles(page).filter({ hasText: title })).toHaveCount(0)

  const others = (await listOffers(request)).filter((offer) => offer.title !== title).slice(0, 11)
  for (const { id } of others) await call(kept, 'post', 'not-interested', { offerId: id })
  await likeOffer(kept, others[0]!.id)
  await page.goto('/settings#recommendations')
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).first()).toContainText(others[10]!.title)
  await page.locator('#recommendations').getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(12)
  await expect(rows(page).nth(10).getByRole('button')).toBeFocused()
  await rows(page).nth(11).getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(findToast(page, 'May be recommended again')).toBeVisible()
  await expect(rows(page)).toHaveCount(11)
  await expect(rows(page).nth(10).getByRole('button')).toBeFocused()
  expect(await call(kept, 'get', 'not-interested')).toHaveLength(11)

  await startOver(page, kept, 11)
})

test('where "Not interested" cannot be said, the offer comes back and a toast says so; by keyboard one goes on from card to card, and behind the last at the heading; what is left empty is asked for anew', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/503|ERR_FAILED/)
  const { offers } = await enterWithList(page, request, 4)
  const names = offers.map(({ title }) => title)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.url}/home`)
  await page.route('**/not-interested', (route) => route.abort())
  await dismissal(page, names[1]!).click()
  await expect(findToast(page, 'Not saved')).toBeVisible()
  await expect(titles(page)).toHaveText(names)
  await expect(findToast(page, 'Not recommended any more')).toHaveCount(0)
  // And the button works again.
  await page.unroute('**/not-interested')
  await dismissal(page, names[1]!).click()
  await expect(titles(page)).toHaveText([names[0]!, names[2]!, names[3]!])

  await dismissal(page, names[0]!).focus()
  const box = (await dismissal(page, names[0]!).boundingBox())!
  expect([box.width, box.height]).toEqual([44, 44])
  await page.keyboard.press('Enter')
  await expect(dismissal(page, names[2]!)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dismissal(page, names[3]!)).toBeFocused()
  await expect(cards(page)).toHaveCount(1)
  peer.recommend([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recommended Offers' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'No offers found' })).toBeVisible()
  await page.getByRole('link', { name: 'See all offers' }).click()
  await expect(page).toHaveURL(/\/home\?tab=all$/)
})

test('when the recommender hangs, answers nonsense or is gone, the tab shows what is popular within a second', async ({
  page,
  request,
}) => {
  const both = await openBoth({ RECOMMENDER_BUDGET: '150' })
  try {
    const base = both.server.url
    await enter(page, await openAccount(request, { base }))
    // The same as anybody gets (D-50); who asks first of all waits until the server has read its own code.
    const popular = await request.get(`${base}/api/v1/cluster_recommend/${GUEST_ID}?city=colombo`)
    const anybody = (await popular.json()) as { id: string; title: string }[]
    expect(anybody.length).toBeGreaterThan(3)
    for (const fail of ['hang', 'talkNonsense', 'close'] as const) {
      await both.peer[fail]()
      const answer = page.waitForResponse((response) => isRecommendation(response.url()))
      await page.goto(`${base}/home`)
      const response = await answer
      expect(response.status()).toBe(200)
      await response.finished()
      expect(response.request().timing().responseEnd).toBeLessThan(1_000)
      expect(((await response.json()) as { id: string }[]).map(({ id }) => id)).toEqual(anybody.map(({ id }) => id))
      await expect(titles(page)).toHaveText(anybody.map(({ title }) => title))
      await expect(head(page)).toContainText('For everyone in Colombo.')
    }
  } finally {
    // What the page still asks for is not to be missed.
    await page.close()
    await both.close()
  }
})
