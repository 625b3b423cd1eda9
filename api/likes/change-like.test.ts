import { expect, test } from 'vitest'

import { LIKE_LIMIT } from '#contract/constants.ts'
import { signUp, type SignedIn } from '#test/accounts.ts'
import { asBearer, openTestApp, type TestApp } from '#test/app.ts'
import { importOffers, interactionOf, NOBODY, offerRow, readLog } from '#test/interactions.ts'

/** How each of several calls that were made at once ended: its code, or `done`. */
async function settle(calls: Promise<unknown>[]) {
  const ends = await Promise.all(
    calls.map((call) =>
      call.then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    ),
  )
  const counts: Record<string, number> = {}
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1
  return counts
}
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

const countLikes = async ({ context: { pool } }: TestApp, table: 'liked_offer' | 'liked_shop') =>
  Number((await pool.query(`select count(*) as likes from ${table}`)).rows[0]!['likes'])

test('a like that many requests make at once is one like, and noted once', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const { http, user } = await signUp(app)
  const [offerId, shopId] = [offer!._id, offer!.shop._id]
  const doors = [
    () => http('POST /consumer/liked-offers', { body: { offerId } }),
    () => http('POST /consumer/liked-offers/{id}', { params: { id: user.id }, body: { offerId } }),
    () => http('POST /interactions', { body: interactionOf('OFFER_LIKE', offerId, { userId: user.id }) }),
  ]
  expect(await settle(times(30, (i) => doors[i % doors.length]!()))).toEqual({ done: 1, already_liked: 29 })
  const shopDoors = [
    () => http('POST /consumer/liked-shops', { body: { shopId } }),
    () => http('POST /consumer/favorite-shops', { body: { shopId } }),
  ]
  expect(await settle(times(20, (i) => shopDoors[i % shopDoors.length]!()))).toEqual({ done: 1, already_liked: 19 })
  expect([await countLikes(app, 'liked_offer'), await countLikes(app, 'liked_shop')]).toEqual([1, 1])
  expect(await readLog(app)).toHaveLength(2)
  const unlikes = times(20, () => http('DELETE /consumer/liked-offers/{id}', { params: { id: offerId } }))
  expect(await settle(unlikes)).toEqual({ done: 1, not_liked: 19 })
  expect((await readLog(app)).map(({ kind, action }) => [kind, action])).toEqual([
    ['OFFER_LIKE', 'ADD'],
    ['SHOP_LIKE', 'ADD'],
    ['OFFER_LIKE', 'REMOVE'],
  ])
})

test('likes and unlikes that race each other end as the log says, step by step', async () => {
  const app = await openTestApp()
  const offers = await importOffers(app, [offerRow('Tea at half price'), offerRow('Coffee at half price')])
  const people = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  const toggle = ({ http }: SignedIn, offerId: string, isLike: boolean) =>
    isLike
      ? http('POST /consumer/liked-offers', { body: { offerId } })
      : http('DELETE /consumer/liked-offers/{id}', { params: { id: offerId } })
  const ends = await settle(times(160, (i) => toggle(people[i % 2]!, offers[(i >> 1) % 2]!._id, (i >> 2) % 3 !== 0)))
  // Nobody is told anything else, such as that the list is full.
  expect(Object.keys(ends).toSorted()).toEqual(['already_liked', 'done', 'not_liked'])
  const log = await readLog(app)
  expect(log).toHaveLength(ends['done']!)
  for (const { user, http } of people) {
    const liked = (await http('GET /consumer/liked-offers')).data.map(({ _id }) => _id)
    for (const { _id } of offers) {
      const steps = log.filter((one) => one.consumer_id === user.id && one.target_id === _id).map(({ action }) => action)
      expect(steps).toEqual(steps.map((_, index) => (index % 2 === 0 ? 'ADD' : 'REMOVE')))
      expect(liked.includes(_id)).toBe(steps.at(-1) === 'ADD')
    }
  }
})

test('a list holds so many likes and none more, however many come at once', async () => {
  const app = await openTestApp()
  await app.importRows(times(LIKE_LIMIT + 4, (i) => offerRow(`Offer ${i}`)))
  const { http, user } = await signUp(app)
  const { rows } = await app.context.pool.query('select id from offer order by id')
  const ids = rows.map(({ id }) => String(id))
  await app.context.pool.query(
    `insert into liked_offer select $1, id, now() - row_number() over (order by id) * interval '1 second' from offer order by id limit $2`,
    [user.id, LIKE_LIMIT - 2],
  )
  const like = (offerId: string) => http('POST /consumer/liked-offers', { body: { offerId } })
  expect(await settle(ids.slice(LIKE_LIMIT - 2).map(like))).toEqual({ done: 2, too_many_likes: 4 })
  expect(await countLikes(app, 'liked_offer')).toBe(LIKE_LIMIT)
  const other = ids.slice(LIKE_LIMIT - 2)
  const liked = new Set((await http('GET /consumer/{id}', { params: { id: user.id } })).data.likedOffers)
  const missing = other.find((id) => !liked.has(id))!
  await expect(like(missing)).rejects.toMatchObject({ status: 400, message: 'You like 1000 offers. Remove one first.' })
  // Whoever likes it already is told just that.
  await expect(like(ids[0]!)).rejects.toMatchObject({ status: 409, code: 'already_liked' })
  // A full list is shown whole: page by page, in the profile, and to take along.
  const shown = new Set<string>()
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await http('GET /consumer/liked-offers', { query: { limit: '100', ...(cursor && { cursor }) } })
    expect([page.count, page.total, page.totalIsMore]).toEqual([100, LIKE_LIMIT, false])
    for (const { _id } of page.data) shown.add(_id)
    cursor = page.nextCursor
  }
  expect([shown.size, liked.size]).toEqual([LIKE_LIMIT, LIKE_LIMIT])
  expect((await http('GET /consumer/export')).data.likedOffers).toHaveLength(LIKE_LIMIT)
  // The shops have a list of their own, and what is let go makes room.
  await http('POST /consumer/liked-shops', { body: { shopId: (await http('GET /consumer/liked-offers')).data[0]!.shop._id } })
  await http('DELETE /consumer/liked-offers/{id}', { params: { id: ids[0]! } })
  expect(await like(missing)).toMatchObject({ success: true })
})

test('a like that the account or the offer does not outlive is refused, and leaves nothing', async () => {
  const app = await openTestApp()
  const [tea, coffee] = await importOffers(app, [offerRow('Tea at half price'), offerRow('Coffee at half price')])
  const { http, user, token } = await signUp(app)
  const { pool } = app.context
  const connect = pool.connect.bind(pool)
  /** Does something between the look at an offer and the like of it. */
  const before = (text: string, id: string) => {
    pool.connect = async () => {
      pool.connect = connect
      await pool.query(text, [id])
      return connect()
    }
  }
  before('delete from offer where id = $1', tea!._id)
  const gone = { status: 404, code: 'offer_not_found' }
  await expect(http('POST /consumer/liked-offers', { body: { offerId: tea!._id } })).rejects.toMatchObject(gone)
  before('delete from consumer where id = $1', user.id)
  const out = { status: 401, code: 'session_expired' }
  await expect(asBearer(app, token)('POST /consumer/liked-offers', { body: { offerId: coffee!._id } })).rejects.toMatchObject(out)
  expect(await readLog(app)).toEqual([])
})

test('likes go with the account; what was done stays, and is nobody’s [D-55]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const [mine, theirs] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  for (const { http } of [mine, theirs]) {
    await http('POST /consumer/liked-offers', { body: { offerId: offer!._id } })
    await http('POST /consumer/favorite-shops', { body: { shopId: offer!.shop._id } })
  }
  await mine.http('DELETE /consumer/delete-profile', { body: {} })
  expect([await countLikes(app, 'liked_offer'), await countLikes(app, 'liked_shop')]).toEqual([1, 1])
  expect((await theirs.http('GET /consumer/liked-offers')).data).toHaveLength(1)
  expect((await readLog(app)).map(({ consumer_id }) => consumer_id)).toEqual([null, null, theirs.user.id, theirs.user.id])
  // Whoever comes with the same address begins with nothing.
  const again = await signUp(app)
  expect(again.user).toMatchObject({ likedOffers: [], likedShops: [] })
  await expect(again.http('DELETE /consumer/liked-offers/{id}', { params: { id: NOBODY } })).rejects.toMatchObject({ code: 'not_liked' })
})
