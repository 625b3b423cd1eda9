import { expect, test } from 'vitest'

import { DISMISSAL_LIMIT } from '#contract/constants.ts'
import { signUp, type SignedIn } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { interactionOf, NOBODY, withdraw } from '#test/interactions.ts'
import { findOffers, offerOf, titlesFor } from '#test/recommendations.ts'

const CITY = ['Bread', 'Roses', 'Oil', 'Tea'].map((title) => offerOf(`${title} shop`, title))
const dismiss = ({ http }: SignedIn, offerId: string) => http('POST /consumer/not-interested', { body: { offerId } })
const restore = ({ http }: SignedIn, id: string) => http('DELETE /consumer/not-interested/{id}', { params: { id } })
const listed = async ({ http }: SignedIn) => (await http('GET /consumer/not-interested')).data.map(({ title }) => title)

async function open() {
  const app = await openTestApp()
  await app.importRows(CITY)
  const find = await findOffers(app)
  return { app, me: await signUp(app), idOf: (title: string) => find(title)._id }
}

test('"Not interested" takes an offer out of one’s own next list, as often as it is said, and taking it back brings it in again', async () => {
  const { app, me, idOf } = await open()
  const other = await signUp(app, { email: 'other@post.example' })
  for (const id of [idOf('Oil'), idOf('Oil').toUpperCase()]) expect(await dismiss(me, id)).toMatchObject({ success: true })
  expect(await titlesFor(me)).not.toContain('Oil')
  expect(await listed(me)).toEqual(['Oil'])
  expect(await titlesFor(other)).toContain('Oil')
  expect(await listed(other)).toEqual([])
  for (const id of [idOf('Oil').toUpperCase(), idOf('Oil')]) expect(await restore(me, id)).toMatchObject({ success: true })
  expect(await titlesFor(me)).toContain('Oil')
  expect(await listed(me)).toEqual([])
})

test('what was said of many at once is all there', async () => {
  const { me, idOf } = await open()
  await Promise.all(['Bread', 'Oil', 'Tea', 'Bread', 'Oil'].map((title) => dismiss(me, idOf(title))))
  expect(await titlesFor(me)).toEqual(['Roses'])
  await Promise.all(['Bread', 'Oil'].map((title) => restore(me, idOf(title))))
  expect((await titlesFor(me)).toSorted()).toEqual(['Bread', 'Oil', 'Roses'])
})

test('the list of them comes with the latest first, page by page, with what is over or withdrawn', async () => {
  const { app, me, idOf } = await open()
  for (const title of ['Tea', 'Bread', 'Oil']) {
    await dismiss(me, idOf(title))
    app.clock.advance(1_000)
  }
  await withdraw(app, 'offer', idOf('Bread'))
  const first = await me.http('GET /consumer/not-interested', { query: { limit: '2' } })
  expect(first).toMatchObject({ count: 2, total: 3, totalIsMore: false })
  expect(first.data.map(({ title, isWithdrawn }) => [title, isWithdrawn])).toEqual([
    ['Oil', false],
    ['Bread', true],
  ])
  expect(Date.parse(first.data[0]!.dismissedAt)).toBe(app.clock.now() - 1_000)
  const rest = await me.http('GET /consumer/not-interested', { query: { limit: '2', cursor: first.nextCursor! } })
  expect(rest.data.map(({ title }) => title)).toEqual(['Tea'])
  expect(rest.nextCursor).toBeNull()
  const refused = { status: 400, code: 'invalid_input' }
  const write = (key: unknown) => Buffer.from(JSON.stringify([key, 3, 0])).toString('base64url')
  const broken = ['x', write([]), write(['2026-11-21T00:00:00.000Z']), write(['2026-99-99T00:00:00.000Z', idOf('Tea')])]
  for (const cursor of [...broken, write(['now', idOf('Tea')]), write(['2026-11-21T00:00:00.000Z', "'"])])
    await expect(me.http('GET /consumer/not-interested', { query: { cursor } })).rejects.toMatchObject(refused)
  for (const limit of ['0', '101', 'all'])
    await expect(me.http('GET /consumer/not-interested', { query: { limit } })).rejects.toMatchObject(refused)
})

test('an offer that nobody has cannot be dismissed, and a body that is none is refused', async () => {
  const { me } = await open()
  for (const id of [NOBODY, 'nobody', "'; drop table offer"])
    for (const say of [dismiss, restore]) await expect(say(me, id)).rejects.toMatchObject({ status: 404, code: 'offer_not_found' })
  for (const body of [{}, { offerId: 7 }, { offerId: 'x'.repeat(201) }])
    await expect(me.http('POST /consumer/not-interested', { body: body as never })).rejects.toMatchObject({ status: 400 })
})

test('more than the limit are not kept: the earliest are forgotten', async () => {
  const { app, me, idOf } = await open()
  await dismiss(me, idOf('Bread'))
  // As many others, said later, as the limit allows: offers that the catalogue has no facts of.
  await app.context.pool.query(
    `with many as (insert into offer (id, identity, added_in, created_at)
      select gen_random_uuid(), 'n' || n, (select max(id) from import), now() from generate_series(1, ${DISMISSAL_LIMIT}) n returning id)
    insert into dismissed_offer select $1, id, $2 from many`,
    [me.user.id, new Date(app.clock.now() + 1_000)],
  )
  app.clock.advance(2_000)
  await dismiss(me, idOf('Oil'))
  expect((await titlesFor(me)).toSorted()).toEqual(['Bread', 'Roses', 'Tea'])
  expect(await count(app)).toBe(DISMISSAL_LIMIT)
})
const count = async ({ context: { pool } }: TestApp) => (await pool.query('select count(*) as n from dismissed_offer')).rows[0]!['n']

test('starting over forgets every "Not interested" of one’s own and every click before; likes and interests stay', async () => {
  const { app, me, idOf } = await open()
  const other = await signUp(app, { email: 'other@post.example' })
  await me.http('POST /consumer/liked-offers', { body: { offerId: idOf('Tea') } })
  await me.http('PUT /consumer/interested-categories', { body: { categories: ['Food'] } })
  for (const one of [me, other]) await dismiss(one, idOf('Oil'))
  await me.http('POST /interactions', { body: interactionOf('OFFER_CLICK', idOf('Roses')) })
  app.clock.advance(1_000)
  expect(await me.http('DELETE /consumer/recommendations')).toMatchObject({ success: true })
  expect((await titlesFor(me)).toSorted()).toEqual(['Bread', 'Oil', 'Roses'])
  expect([await listed(me), await listed(other)]).toEqual([[], ['Oil']])
  const { data } = await me.http('GET /consumer/{id}', { params: { id: me.user.id } })
  expect([data.likedOffers, data.interestedCategories]).toEqual([[idOf('Tea')], ['Food']])
})

test('one takes along what one is not interested in, and when one has started over', async () => {
  const { app, me, idOf } = await open()
  expect((await me.http('GET /consumer/export')).data).toMatchObject({ notInterested: [], recommendedFrom: null })
  await me.http('DELETE /consumer/recommendations')
  const from = new Date(app.clock.now()).toISOString()
  app.clock.advance(1_000)
  await dismiss(me, idOf('Oil'))
  const dismissedAt = new Date(app.clock.now()).toISOString()
  expect((await me.http('GET /consumer/export')).data).toMatchObject({
    notInterested: [{ _id: idOf('Oil'), title: 'Oil', dismissedAt }],
    recommendedFrom: from,
  })
})
