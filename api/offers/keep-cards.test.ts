import { expect, test } from 'vitest'

import type { Offer } from '#contract/offer.ts'

import { openTestApp } from '#test/app.ts'
import { streamOffers } from './data.ts'
import { forgetCard, keepCards, readCards } from './keep-cards.ts'

const row = { shop: 'Kade', address: '1 Station Road', category: 'Food', latitude: '6.91', longitude: '79.86' }

test('offers of one place come page by page, nearest first, none twice and none left out', async () => {
  const app = await openTestApp()
  const here = Array.from({ length: 30 }, (_, i) => ({ ...row, title: `Here ${i}` }))
  const beside = Array.from({ length: 10 }, (_, i) => ({ ...row, shop: 'Beside', longitude: '79.861', title: `Beside ${i}` }))
  await app.importRows([...beside, ...here])
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const page = await app.http('GET /offers/all', { query: { near: '6.91,79.86', limit: '7', ...(cursor && { cursor }) } })
    titles.push(...page.data.map((offer) => offer.title))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(new Set(titles).size).toBe(40)
  expect(titles.slice(0, 30).every((title) => title.startsWith('Here'))).toBe(true)
  expect(titles.slice(30).every((title) => title.startsWith('Beside'))).toBe(true)
})

test('what a list remembers of an offer and its shop is forgotten with the next import', async () => {
  const app = await openTestApp()
  const list = async (limit: string) => (await app.http('GET /offers/all', { query: { limit } })).data[0]
  await app.importRows([{ ...row, title: 'Lunch', hours: 'daily 09:00-17:00' }])
  expect(await list('1')).toMatchObject({ description: null, shop: { businessHours: { monday: { open: '09:00' } } } })
  await app.importRows([{ ...row, title: 'Lunch', description: 'With a drink', hours: 'daily 10:00-17:00' }])
  expect(await list('2')).toMatchObject({ description: 'With a drink', shop: { businessHours: { monday: { open: '10:00' } } } })
})

test('a card that is forgotten by itself is read anew, and what was being read just then is not kept', async () => {
  const { context, http, importRows } = await openTestApp()
  const { db, config } = context
  await importRows([{ ...row, title: 'Lunch' }])
  const { id } = (await http('GET /offers/all')).data[0]!
  const read = async () => (await readCards(db, [id], config.city))[0]?.reportedAt
  forgetCard(db, id)
  const reading = read()
  forgetCard(db, id)
  expect(await reading).toBeNull()
  const at = '2026-11-21T04:30:00.000Z'
  await db
    .updateTable('offer')
    .set({ reported_at: new Date(at) })
    .execute()
  expect(await read()).toBe(at)
  await db.updateTable('offer').set({ reported_at: null }).execute()
  expect(await read()).toBe(at)
  forgetCard(db, id)
  expect(await read()).toBeNull()
})

/** A server beside the one that imports, which does something after the next look-up of cards or shops. */
async function openBeside() {
  const app = await openTestApp()
  const after: (() => Promise<unknown>)[] = []
  const { db } = app.context
  const executeQuery = async (...query: Parameters<typeof db.executeQuery>) => {
    const result = await db.executeQuery(...query)
    await after.shift()?.()
    return result
  }
  const beside = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return name === 'executeQuery' ? executeQuery : typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  keepCards({ ...app.context, db: beside, onCatalogueChange: new Set(), onOfferChange: new Set() })
  const say = (description: string, hour: string) => app.importRows([{ ...row, title: 'Lunch', description, hours: `daily ${hour}-17:00` }])
  await say('one', '09:00')
  const { id } = (await app.http('GET /offers/all')).data[0]!
  return { app, after, beside, say, read: () => readCards(beside, [id], app.context.config.city) }
}
const factsOf = ({ description, shop: { businessHours } }: Offer) => [description, businessHours?.monday?.open]

test('a card and its shop are of one time, whatever is published between the two, and whoever reads meanwhile', async () => {
  const { after, say, read } = await openBeside()
  after.push(() => say('two', '10:00'))
  expect((await read()).map(({ offer }) => factsOf(offer))).toEqual([['two', '10:00']])
  after.push(async () => {
    await say('three', '11:00')
    await read()
  })
  expect((await read()).map(({ offer }) => factsOf(offer))).toEqual([['three', '11:00']])
})

test('a card and its shop are of one time in the whole list as well', async () => {
  const { app, after, beside, say } = await openBeside()
  const batches = streamOffers(beside, { now: app.context.clock.now(), city: app.context.config.city, batch: 10 })
  after.push(() => say('two', '10:00'))
  expect((await batches.next()).value?.map(factsOf)).toEqual([['two', '10:00']])
})
