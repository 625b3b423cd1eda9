import { expect, test } from 'vitest'

import { DAY, HOUR } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { interactionOf } from '#test/interactions.ts'
import { offerOf, recommend } from '#test/recommendations.ts'
import { fillWithTastes } from '#test/tastes.ts'
import { seedOf } from './recommend.ts'

/** The group that a shop of test/tastes.ts belongs to. */
const groupOf = (shop: string) => shop.slice('Shop '.length)[0]
const idOf = async ({ context: { pool } }: TestApp, shop: string) =>
  (await pool.query('select v.offer_id from current_offer v join current_shop s on s.shop_id = v.shop_id where s.name = $1', [shop]))
    .rows[0]!['offer_id'] as string

test('what people who like the same shops like comes first, from the very next answer on, and its reason names what was liked', async () => {
  const app = await openTestApp()
  await fillWithTastes(app, { shoppers: 60, clicks: 0 })
  await app.recommender.train()
  // Nothing is new any more.
  app.clock.advance(10 * DAY)
  const me = await signUp(app)
  for (const group of ['B', 'C']) {
    const liked = [`Shop ${group}0`, `Shop ${group}1`]
    for (const shop of liked) await me.http('POST /consumer/liked-offers', { body: { offerId: await idOf(app, shop) } })
    const list = await recommend(me)
    // How many of the other four the model holds to be alike is its own matter.
    const first = list.filter(({ reason }) => reason.kind === 'similar')
    expect(first.length).toBeGreaterThanOrEqual(2)
    expect(list[0]).toBe(first[0])
    for (const { shop } of first) expect([shop.name, groupOf(shop.name)]).toEqual([shop.name, group])
    for (const { reason } of first) {
      expect(reason).toMatchObject({ kind: 'similar', to: 'liked' })
      expect(liked).toContain('shop' in reason ? reason.shop : undefined)
    }
    for (const shop of liked) await me.http('DELETE /consumer/liked-offers/{id}', { params: { id: await idOf(app, shop) } })
  }
}, 60_000)

test('a liked shop, and an interest, show in the next answer with their reasons; starting over forgets what was looked at', async () => {
  const app = await openTestApp()
  await app.importRows([
    ...Array.from({ length: 30 }, (_, index) => offerOf(`Shop ${index}`, `Offer number ${index}`)),
    offerOf('Florist', 'Roses'),
    offerOf('Fish house', 'Crab', { tags: 'Seafood' }),
    offerOf('Garage', 'Oil', { category: 'Services' }),
    offerOf('Workshop', 'Brakes', { category: 'Services' }),
  ])
  const me = await signUp(app)
  const { data } = await app.http('GET /shops', { query: { limit: '100' } })
  await me.http('POST /consumer/liked-shops', { body: { shopId: data.find(({ name }) => name === 'Florist')!._id } })
  await me.http('PUT /consumer/interested-tags', { body: { tags: ['seafood'] } })
  const reasonsOf = async () => new Map((await recommend(me)).map(({ title, reason }) => [title, reason]))
  const reasons = await reasonsOf()
  expect([...reasons.keys()].slice(0, 4)).toEqual(expect.arrayContaining(['Roses', 'Crab']))
  expect(reasons.get('Roses')).toMatchObject({ kind: expect.stringContaining('liked-shop') as string, shop: 'Florist' })
  expect(reasons.get('Crab')).toMatchObject({ kind: 'interest' })

  await me.http('POST /interactions', { body: interactionOf('OFFER_CLICK', await idOf(app, 'Garage')) })
  const placeOf = async (title: string) => (await recommend(me)).findIndex((offer) => offer.title === title)
  expect(await placeOf('Brakes')).toBeGreaterThanOrEqual(0)
  expect(await placeOf('Brakes')).toBeLessThan(8)
  app.clock.advance(1_000)
  await me.http('DELETE /consumer/recommendations')
  expect((await reasonsOf()).get('Brakes')?.kind).not.toBe('category')
})

test('what somebody has opened themselves is not popular for that, and stands behind what they have not opened', async () => {
  const app = await openTestApp()
  await app.importRows(['A', 'B', 'C', 'D'].map((name) => offerOf(`Shop ${name}`, name, { address: '1 Street', category: 'Food' })))
  const [me, other] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  for (let day = 0; day < 6; day += 1) {
    await me.http('POST /interactions', { body: interactionOf('OFFER_CLICK', await idOf(app, 'Shop C')) })
    app.clock.advance(7 * HOUR)
  }
  await app.recommender.fold()
  const scoresOf = async ({ user }: typeof me) =>
    new Map((await app.recommender.rankFor(user.id)).map(({ offerId, score }) => [offerId, score]))
  const [mine, theirs] = [await scoresOf(me), await scoresOf(other)]
  const [opened, not] = [await idOf(app, 'Shop C'), await idOf(app, 'Shop A')]
  expect(theirs.get(opened)!).toBeGreaterThan(theirs.get(not)!)
  expect(mine.get(opened)!).toBeLessThan(mine.get(not)!)
}, 30_000)

test('who looks again within the hour sees the same; what was explored is told once, without who it was, and nothing is explored for everyone', async () => {
  const app = await openTestApp()
  await app.importRows(Array.from({ length: 200 }, (_, index) => offerOf(`Shop ${index}`, `Offer number ${index}`)))
  const lines: { explored: string[] }[] = []
  app.context.log.info = ((fields: { explored: string[] }, text: string) => text === 'offers explored' && lines.push(fields)) as never
  const me = await signUp(app)
  const look = async () => (await recommend(me)).map(({ id }) => id)
  const [first, again] = [await look(), await look()]
  expect(again).toEqual(first)
  const seed = seedOf(me.user.id, app.clock.now())
  expect(lines.map((line) => Object.keys(line))).toEqual([['explored']])
  expect(lines[0]!.explored.length).toBeGreaterThan(0)
  expect(first).toEqual(expect.arrayContaining(lines[0]!.explored))
  expect(JSON.stringify(lines)).not.toContain(me.user.id)
  expect(seedOf(me.user.id, app.clock.now() + HOUR)).not.toBe(seed)
  expect((await app.recommender.rankPopular()).some(({ isExplored }) => isExplored)).toBe(false)
})

test('nothing more is read or ranked for a list that nobody waits for any more', async () => {
  const app = await openTestApp()
  await app.importRows([offerOf('Cafe', 'Tea')])
  const me = await signUp(app)
  const { pool } = app.context
  const { read } = pool
  const ends = new AbortController()
  const texts: string[] = []
  pool.read = async (text, params) => {
    texts.push(text)
    const rows = await read.call(pool, text, params)
    if (text.includes('dismissed_offer')) ends.abort()
    return rows
  }
  await expect(app.recommender.rankFor(me.user.id, { signal: ends.signal })).rejects.toThrow('aborted')
  expect(texts.filter((text) => text.includes('current_offer'))).toEqual([])
})

test('where it takes long to learn whether what is popular is still true it is shown as it was; guests who are not far from each other share it', async () => {
  const app = await openTestApp()
  await app.importRows([offerOf('Cafe', 'Tea')])
  const { pool } = app.context
  const { read } = pool
  const near = { lat: 6.931, lng: 79.851 }
  const shown = await app.recommender.rankPopular({ near })
  expect(shown).toHaveLength(1)
  pool.read = () => new Promise(() => {})
  expect(await app.recommender.rankPopular({ near: { lat: 6.942, lng: 79.862 } })).toBe(shown)
  pool.read = read
  await app.importRows([offerOf('Cafe', 'Coffee')])
  expect(await app.recommender.rankPopular({ near })).toHaveLength(2)
})
