import { expect, test } from 'vitest'

import { GUEST_ID } from '#contract/constants.ts'
import type { InteractionType } from '#contract/interaction.ts'
import { signUp } from '#test/accounts.ts'
import { asBearer, openTestApp, type TestApp } from '#test/app.ts'
import { importOffers, interactionOf, NOBODY, offerRow, readLog } from '#test/interactions.ts'

const PLACE = { type: 'Point' as const, coordinates: [79.861244, 6.935481] as [number, number] }
const METADATA = { location: PLACE, deviceInfo: 'samsung SM-G991B', platform: 'Linux' }

const post = (app: TestApp, payload: unknown, headers: Record<string, string> = {}, remoteAddress = '203.0.113.7') =>
  app.server.inject({ method: 'POST', url: '/api/v1/interactions', payload: payload as object, headers, remoteAddress })

test('what a shopper does is stored as it was written, one row after the other [#125, #127, #216]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const { http, user } = await signUp(app)
  const report = async (type: InteractionType, action: 'ADD' | 'REMOVE', metadata: object | null | undefined) => {
    app.clock.advance(1_000)
    const targetId = type.startsWith('OFFER') ? offer!._id : offer!.shop._id
    const body = { ...interactionOf(type, targetId, { userId: user.id, action }), ...(metadata !== undefined && { metadata }), note: 'no' }
    return http('POST /interactions', { body })
  }
  const longest = 'අ'.repeat(100)
  expect(await report('OFFER_LIKE', 'ADD', METADATA)).toEqual({ success: true, message: 'Added to liked offers' })
  const before = await readLog(app)
  await report('SHOP_LIKE', 'ADD', { location: null, deviceInfo: longest, platform: longest, battery: 7, where: PLACE })
  await report('OFFER_CLICK', 'ADD', { location: { type: 'Point', coordinates: [-180, 90] }, platform: '' })
  await report('SHOP_CLICK', 'ADD', { location: { type: 'Point', coordinates: [180, -90], accuracy: 5 }, deviceInfo: null })
  await report('SHOP_LIKE', 'REMOVE', null)
  await report('OFFER_LIKE', 'REMOVE', undefined)

  const log = await readLog(app)
  const none = { latitude: null, longitude: null, device: null, platform: null }
  const [ofOffer, ofShop] = [{ target_id: offer!._id }, { target_id: offer!.shop._id }]
  const rows = [
    {
      kind: 'OFFER_LIKE',
      action: 'ADD',
      ...ofOffer,
      latitude: 6.935481,
      longitude: 79.861244,
      device: 'samsung SM-G991B',
      platform: 'Linux',
    },
    { kind: 'SHOP_LIKE', action: 'ADD', ...ofShop, ...none, device: longest, platform: longest },
    { kind: 'OFFER_CLICK', action: 'ADD', ...ofOffer, ...none, latitude: 90, longitude: -180, platform: '' },
    { kind: 'SHOP_CLICK', action: 'ADD', ...ofShop, ...none, latitude: -90, longitude: 180 },
    { kind: 'SHOP_LIKE', action: 'REMOVE', ...ofShop, ...none },
    { kind: 'OFFER_LIKE', action: 'REMOVE', ...ofOffer, ...none },
  ]
  const first = Date.parse('2026-11-21T04:30:01.000Z')
  const whole = rows.map((row, index) => ({ at: new Date(first + index * 1_000), consumer_id: user.id, is_rounded: false, ...row }))
  expect(log).toEqual(whole)
  // What was noted is not touched by what comes after it.
  expect(log.slice(0, before.length)).toEqual(before)
  // Nothing that the record does not know is stored anywhere.
  expect((await app.context.pool.query('select * from interaction limit 1')).rows[0]).not.toHaveProperty('note')
  const { data } = await http('GET /consumer/export')
  expect(data.interactions.toReversed()).toEqual(
    whole.map(({ at, kind, target_id, action, latitude, longitude, device, platform }) => ({
      at: at.toISOString(),
      interactionType: kind,
      targetId: target_id,
      action,
      metadata: {
        location: latitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] },
        deviceInfo: device,
        platform,
      },
    })),
  )
})

const pointAt = (...coordinates: unknown[]) => ({ metadata: { ...METADATA, location: { type: 'Point', coordinates } } })
/** What is changed of a good record, and which field is told. `undefined` leaves it out. */
const WRONG: [change: Record<string, unknown>, field: string][] = [
  ...['userId', 'interactionType', 'targetType', 'targetId', 'action'].flatMap((field): [Record<string, unknown>, string][] =>
    [undefined, null, 1, {}, [], 'x'.repeat(101)].map((value) => [{ [field]: value }, field]),
  ),
  ...['', 'OFFER', 'offer_click', 'OFFER_VIEW', 'constructor'].map((value): [Record<string, unknown>, string] => [
    { interactionType: value },
    'interactionType',
  ]),
  ...['', 'offer', 'CONSUMER'].map((value): [Record<string, unknown>, string] => [{ targetType: value }, 'targetType']),
  ...['', 'add', 'TOGGLE'].map((value): [Record<string, unknown>, string] => [{ action: value }, 'action']),
  [{ interactionType: 'SHOP_LIKE' }, 'targetType'],
  [{ interactionType: 'SHOP_CLICK' }, 'targetType'],
  [{ targetType: 'SHOP' }, 'targetType'],
  [{ interactionType: 'OFFER_CLICK', action: 'REMOVE' }, 'action'],
  [{ interactionType: 'SHOP_CLICK', targetType: 'SHOP', action: 'REMOVE' }, 'action'],
  [{ metadata: 'none' }, 'metadata'],
  [{ metadata: { ...METADATA, deviceInfo: 'x'.repeat(101) } }, 'metadata.deviceInfo'],
  [{ metadata: { ...METADATA, platform: 'a\u0007b' } }, 'metadata.platform'],
  [{ metadata: { ...METADATA, platform: 5 } }, 'metadata.platform'],
  [{ metadata: { ...METADATA, location: 'here' } }, 'metadata.location'],
  [{ metadata: { ...METADATA, location: { type: 'Polygon', coordinates: [79.8, 6.9] } } }, 'metadata.location.type'],
  [{ metadata: { ...METADATA, location: { coordinates: [79.8, 6.9] } } }, 'metadata.location.type'],
  [{ metadata: { ...METADATA, location: { type: 'Point' } } }, 'metadata.location.coordinates'],
  [pointAt(), 'metadata.location.coordinates'],
  [pointAt(79.8), 'metadata.location.coordinates'],
  [pointAt(79.8, 6.9, 12), 'metadata.location.coordinates'],
  [pointAt('79.8', 6.9), 'metadata.location.coordinates.0'],
  [pointAt(180.0001, 6.9), 'metadata.location.coordinates.0'],
  [pointAt(-180.0001, 6.9), 'metadata.location.coordinates.0'],
  // Latitude first, as people write it: not a place in most cities of this kind, and told where it is none.
  [pointAt(6.9, 90.0001), 'metadata.location.coordinates.1'],
  [pointAt(6.9, null), 'metadata.location.coordinates.1'],
]

test('a record that is none is refused, whichever field is wrong, and leaves nothing [#126, #127]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const { token, user } = await signUp(app)
  const good = { ...interactionOf('OFFER_CLICK', offer!._id, { userId: user.id }), metadata: METADATA }
  for (const interactionType of ['OFFER_CLICK', 'OFFER_LIKE']) {
    for (const [change, field] of WRONG) {
      const answer = await post(app, { ...good, interactionType, ...change }, { authorization: `Bearer ${token}` })
      const { code, fields } = answer.json<{ code: string; fields: object | null }>()
      expect([change, answer.statusCode, code]).toEqual([change, 400, 'invalid_input'])
      expect(Object.keys(fields ?? {}).join()).toContain(field)
    }
  }
  expect(await readLog(app)).toEqual([])
  expect((await post(app, good)).statusCode).toBe(200)
})

test('a like needs the token of the very shopper whom it names, and a click needs none [#202, #216, #226]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const [me, other, gone] = [
    await signUp(app),
    await signUp(app, { email: 'other@post.example' }),
    await signUp(app, { email: 'gone@post.example' }),
  ]
  await gone.http('POST /consumer/logout')
  const [offerId, shopId] = [offer!._id, offer!.shop._id]
  const bearers = { nobody: undefined, garbage: 'garbage', stale: gone.token, me: me.token }
  const tell = async (as: keyof typeof bearers, type: InteractionType, userId: string) => {
    const headers = { 'user-agent': `${as} ${userId}`, ...(bearers[as] && { authorization: `Bearer ${bearers[as]}` }) }
    const answer = await post(app, interactionOf(type, type.startsWith('OFFER') ? offerId : shopId, { userId }), headers)
    return answer.statusCode
  }
  const likes = ['OFFER_LIKE', 'SHOP_LIKE'] as const
  for (const type of likes) {
    for (const as of ['nobody', 'garbage', 'stale'] as const)
      for (const userId of [GUEST_ID, me.user.id, gone.user.id]) expect([as, await tell(as, type, userId)]).toEqual([as, 401])
    for (const userId of [GUEST_ID, other.user.id, NOBODY, '']) expect([userId, await tell('me', type, userId)]).toEqual([userId, 403])
  }
  expect(await readLog(app)).toEqual([])
  expect(await tell('me', 'OFFER_LIKE', me.user.id.toUpperCase())).toBe(200)

  // Whoever names somebody without being them is a guest; whoever has a token is who it says, whatever the body says.
  for (const as of ['nobody', 'garbage', 'stale'] as const)
    for (const userId of [GUEST_ID, other.user.id]) expect([as, await tell(as, 'OFFER_CLICK', userId)]).toEqual([as, 200])
  expect(await tell('nobody', 'SHOP_CLICK', GUEST_ID)).toBe(200)
  expect(await tell('me', 'OFFER_CLICK', other.user.id)).toBe(200)
  expect(await tell('me', 'SHOP_CLICK', GUEST_ID)).toBe(200)
  const clicks = (await readLog(app)).filter(({ kind }) => kind.endsWith('CLICK')).map((one) => [one.kind, one.target_id, one.consumer_id])
  expect(clicks).toEqual([
    ...Array.from({ length: 6 }, () => ['OFFER_CLICK', offerId, null]),
    ['SHOP_CLICK', shopId, null],
    ['OFFER_CLICK', offerId, me.user.id],
    ['SHOP_CLICK', shopId, me.user.id],
  ])
})

test('of a guest no address and no position is kept, and nothing that leads back to them [D-45]', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const body = { ...interactionOf('OFFER_CLICK', offer!._id, { userId: 'a name of their own' }), metadata: METADATA }
  const answer = await post(app, body, { 'user-agent': 'A Browser of Its Own/7' })
  expect(answer.json()).toEqual({ success: true, message: 'Click recorded' })
  expect(await readLog(app)).toMatchObject([{ consumer_id: null, latitude: null, longitude: null, device: null, platform: null }])
  const { pool } = app.context
  const { rows } = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'job')`,
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { name } of rows) {
    const found = await pool.query(`select t::text as row from ${String(name)} t`)
    const text = found.rows.map((one) => one['row']).join('\n')
    expect([name, text]).toEqual([name, expect.not.stringMatching(/203\.0\.113|A Browser of|a name of their own|79\.86|6\.9354/)])
  }
})

test('a click on what nobody has is not found, whatever its id looks like, and is kept nowhere', async () => {
  const app = await openTestApp()
  const [offer] = await importOffers(app, [offerRow('Tea at half price')])
  const { token } = await signUp(app)
  const http = asBearer(app, token)
  for (const targetId of [NOBODY, 'nobody', '', "'", offer!.shop._id])
    await expect(http('POST /interactions', { body: interactionOf('OFFER_CLICK', targetId) })).rejects.toMatchObject({
      status: 404,
      code: 'offer_not_found',
    })
  for (const targetId of [NOBODY, 'nobody', '', offer!._id])
    await expect(http('POST /interactions', { body: interactionOf('SHOP_CLICK', targetId) })).rejects.toMatchObject({
      status: 404,
      code: 'shop_not_found',
    })
  const { rows } = await app.context.pool.query(
    'select (select count(*) from interaction) + (select count(*) from click_window) + (select count(*) from click) as kept',
  )
  expect(rows).toEqual([{ kept: 0 }])
})
