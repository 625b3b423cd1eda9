import { expect, test } from 'vitest'

import { CLICK_INTERVAL } from '#contract/constants.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { signUp } from '#test/accounts.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { importOffers, interactionOf, offerRow, readLog } from '#test/interactions.ts'

const at = (longitude: number, latitude: number) => ({
  metadata: {
    location: { type: 'Point' as const, coordinates: [longitude, latitude] as [number, number] },
    deviceInfo: 'Desktop',
    platform: 'Linux',
  },
})
const placesOf = (log: Awaited<ReturnType<typeof readLog>>) => log.map(({ latitude, longitude }) => [latitude, longitude])

const readDays = async ({ context: { pool } }: TestApp) =>
  (await pool.query(`select name from setting where name like 'click_salt:%' order by name`)).rows.map(({ name }) => String(name).slice(11))
const countWindows = async ({ context: { pool } }: TestApp) => (await pool.query('select 1 from click_window')).rows.length

test('positions are rounded after thirty days, and after thirteen months nothing is left but what was done [D-55]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const { http, user } = await signUp(app)
  const me = { userId: user.id }
  await http('POST /interactions', { body: { ...interactionOf('OFFER_LIKE', offer!._id, me), ...at(79.861244, 6.935481) } })
  await http('POST /interactions', { body: { ...interactionOf('OFFER_CLICK', offer!._id, me), ...at(-0.006, -89.996) } })
  await http('POST /interactions', { body: interactionOf('SHOP_LIKE', offer!.shop._id, me) })
  app.clock.advance(1)
  await http('POST /interactions', { body: { ...interactionOf('SHOP_CLICK', offer!.shop._id, me), ...at(79.9, 6.123456) } })
  const exact = await readLog(app)
  const readAfter = async (time: number) => {
    app.clock.set(new Date(exact[0]!.at.getTime() + time).toISOString())
    await app.clicks.forget()
    return readLog(app)
  }
  expect(await readAfter(30 * DAY - 1)).toEqual(exact)
  const rounded = await readAfter(30 * DAY)
  expect(placesOf(rounded)).toEqual([
    [6.94, 79.86],
    [-90, -0.01],
    [null, null],
    [6.123456, 79.9],
  ])
  expect(await readAfter(30 * DAY + 1)).toEqual([...rounded.slice(0, 3), { ...rounded[3]!, latitude: 6.12, is_rounded: true }])
  const kept = await readAfter(396 * DAY - 1)
  expect(kept.map(({ device }) => device)).toEqual(['Desktop', 'Desktop', null, 'Desktop'])
  const bare = await readAfter(396 * DAY + 1)
  expect(bare).toEqual(kept.map((row) => ({ ...row, latitude: null, longitude: null, device: null, platform: null })))
})

test('who has clicked is forgotten when the click may count again, and the secret of a day with the last of its clicks [D-45]', async () => {
  const app = await openTestApp({ at: '2026-11-21T17:59:59.999Z' })
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const click = async (userAgent: string) =>
    app.server.inject({
      method: 'POST',
      url: '/api/v1/interactions',
      payload: interactionOf('OFFER_CLICK', offer!._id),
      headers: { 'user-agent': userAgent },
    })
  const readAt = async (iso: string) => {
    app.clock.set(iso)
    await app.clicks.forget()
    return [await readDays(app), await countWindows(app)]
  }
  await click('one')
  app.clock.set('2026-11-21T23:59:59.999Z')
  await click('two')
  // What ends later than any click may hold is of a clock that was ahead.
  expect(await readAt('2026-11-21T23:59:59.998Z')).toEqual([['2026-11-21'], 1])
  app.clock.set('2026-11-21T23:59:59.999Z')
  await click('two')
  expect(await readAt('2026-11-21T23:59:59.999Z')).toEqual([['2026-11-21'], 1])
  app.clock.advance(1 + HOUR)
  await click('three')
  expect(await readAt('2026-11-22T05:59:59.998Z')).toEqual([['2026-11-21', '2026-11-22'], 2])
  expect(await readAt('2026-11-22T05:59:59.999Z')).toEqual([['2026-11-21', '2026-11-22'], 1])
  expect(await readAt('2026-11-22T06:00:00.000Z')).toEqual([['2026-11-22'], 1])
  app.clock.advance(CLICK_INTERVAL)
  await app.clicks.forget()
  expect(await countWindows(app)).toBe(0)
})

test('who deletes their account leaves what they did, without their name and without where exactly [D-55]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const [mine, theirs] = [await signUp(app), await signUp(app, { email: 'other@post.example' })]
  for (const { http, user } of [mine, theirs]) {
    const body = { ...interactionOf('OFFER_LIKE', offer!._id, { userId: user.id }), ...at(79.861244, 6.935481) }
    await http('POST /interactions', { body })
    await http('POST /interactions', { body: { ...body, interactionType: 'OFFER_CLICK' } })
  }
  // They go on clicking while the account goes.
  const { http, user } = mine
  const targets = { OFFER_CLICK: offer!._id, SHOP_CLICK: offer!.shop._id } as const
  const ends = await Promise.allSettled([
    ...Array.from({ length: 10 }, () =>
      http('POST /interactions', {
        body: { ...interactionOf('SHOP_LIKE', targets.SHOP_CLICK, { userId: user.id }), ...at(79.861244, 6.935481) },
      }),
    ),
    http('DELETE /consumer/delete-profile', { body: {} }),
    ...Array.from({ length: 10 }, () =>
      http('POST /interactions', {
        body: { ...interactionOf('SHOP_CLICK', targets.SHOP_CLICK, { userId: user.id }), ...at(79.861244, 6.935481) },
      }),
    ),
  ])
  for (const end of ends) if (end.status === 'rejected') expect([401, 409]).toContain(end.reason.status)
  expect(ends[10]!.status).toBe('fulfilled')
  const log = await readLog(app)
  const left = log.filter(({ consumer_id }) => consumer_id !== theirs.user.id)
  expect(left.length).toBeGreaterThanOrEqual(3)
  for (const row of left) {
    expect(row.consumer_id).toBeNull()
    expect([null, 6.94]).toContain(row.latitude)
    expect([null, 79.86]).toContain(row.longitude)
  }
  expect(left[0]).toMatchObject({ kind: 'OFFER_LIKE', action: 'ADD', device: null, latitude: 6.94 })
  expect(placesOf(log.filter(({ consumer_id }) => consumer_id === theirs.user.id))).toEqual([
    [6.935481, 79.861244],
    [6.935481, 79.861244],
  ])
})
