import { expect, test } from 'vitest'

import { CATEGORIES } from '#contract/constants.ts'
import { reasonText } from '#contract/recommendation-texts.ts'
import { DAY } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'
import { recommend } from '#test/recommendations.ts'

import { importDemo } from '../imports/import-demo.ts'

const SHOPPERS = 10

/** How often each text stands there, the most frequent first. */
function countTexts(list: Awaited<ReturnType<typeof recommend>>) {
  const counts = new Map<string, number>()
  for (const { reason } of list) counts.set(reasonText(reason, 'Colombo'), (counts.get(reasonText(reason, 'Colombo')) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)
}

test('in the demo city, trained by nobody, a liked shop is among the first four, two interests are among the first eight, and no reason is on more than a third', async () => {
  const app = await openTestApp()
  await importDemo(app.context)
  const { data: offers } = await app.http('GET /offers/all', { query: { limit: '100' } })
  const shops = [...new Map(offers.map(({ shop }) => [shop._id, shop])).values()]
  expect(shops.length).toBeGreaterThan(SHOPPERS)
  for (let n = 0; n < SHOPPERS; n += 1) {
    const me = await signUp(app, { email: `shopper-${n}@post.example` })
    const shop = shops[Math.floor((n * shops.length) / SHOPPERS)]!
    const category = CATEGORIES[n % CATEGORIES.length]!
    await me.http('POST /consumer/liked-shops', { body: { shopId: shop._id } })
    await me.http('PUT /consumer/interested-categories', { body: { categories: [category] } })
    const list = await recommend(me)
    const told = `${shop.name}, ${category}`
    expect(list.length, told).toBe(24)
    expect(
      list.slice(0, 4).map((offer) => offer.shop._id),
      told,
    ).toContain(shop._id)
    expect(list.slice(0, 8).filter((offer) => offer.category === category).length, told).toBeGreaterThanOrEqual(2)
    for (const [text, count] of countTexts(list)) expect(count, `${told}: ${text}`).toBeLessThanOrEqual(list.length / 3)
  }
})

test('to somebody of whom nothing is known no reason is given on more than a third, and not everything that has just been imported is new', async () => {
  const app = await openTestApp()
  await importDemo(app.context)
  const list = await recommend(await signUp(app))
  for (const [text, count] of countTexts(list)) expect(count, text).toBeLessThanOrEqual(list.length / 3)
  const fresh = list.filter(({ reason }) => reason.kind === 'new')
  expect(fresh.length).toBeLessThan(list.length / 3)
  // Whatever is called new says itself that it began in the last days.
  for (const { startDate } of fresh) expect(app.clock.now() - Date.parse(startDate!)).toBeLessThan(3 * DAY)
})
