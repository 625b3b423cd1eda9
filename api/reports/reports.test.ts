import { expect, test } from 'vitest'

import { REPORTS_TO_FLAG } from '#contract/constants.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/report-texts.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { PASSWORD, signUp, type SignedIn } from '#test/accounts.ts'
import { asBearer, ADMIN_KEY, MORNING, openTestApp, type TestApp } from '#test/app.ts'
import { NOBODY, withdraw } from '#test/interactions.ts'

const row = { shop: 'Ocelot Store', address: '1 Rain Road', category: 'Food', end_date: '2026-12-31' }

/** An app with one offer, and its id. */
async function openShop(options?: Parameters<typeof openTestApp>[0]) {
  const app = await openTestApp(options)
  await app.importRows([{ ...row, title: 'Ocelot soup' }])
  return { app, id: await findId(app, 'soup') }
}
const findId = async ({ http }: TestApp, q: string) => (await http('GET /offers/all', { query: { q } })).data[0]!.id
const signUpMany = (app: TestApp, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => signUp(app, { email: `shopper${index}@post.example` })))

const report = ({ http }: Pick<SignedIn, 'http'>, id: string, reason: ReportReason = 'closed') =>
  http('POST /offers/{id}/reports', { params: { id }, body: { reason } })
const operatorOf = (app: TestApp) => asBearer(app, ADMIN_KEY)
const check = (app: TestApp, id: string) => operatorOf(app)('DELETE /superadmin/dashboard/reports/{id}', { params: { id } })
const listReported = async (app: TestApp) => (await operatorOf(app)('GET /superadmin/dashboard/reports')).data
const readMark = async ({ http }: TestApp, id: string) => (await http('GET /offers/{id}', { params: { id } })).data.reportedAt
const count = async ({ context }: TestApp, table: 'report' | 'consumer') =>
  (
    await context.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('three people make a page say so, two do not, and each is counted once', async () => {
  const { app, id } = await openShop()
  const [one, two, three, four] = (await signUpMany(app, 4)) as [SignedIn, SignedIn, SignedIn, SignedIn]
  expect(await report(one, id, 'expired')).toEqual({ success: true, message: 'Thank you. You spare others a wasted trip.' })
  await expect(report(one, id, 'refused')).rejects.toMatchObject({ status: 409, code: 'already_reported' })
  await expect(report(one, id.toUpperCase())).rejects.toMatchObject({ status: 409 })
  await report(two, id)
  // The operator sees it from the first one on.
  expect(await readMark(app, id)).toBeNull()
  expect(await listReported(app)).toMatchObject([{ id, reports: 2, isFlagged: false, lastReportedAt: MORNING }])

  app.clock.advance(MINUTE)
  await report(three, id)
  const third = new Date(app.clock.now()).toISOString()
  expect(await readMark(app, id)).toBe(third)
  expect(await listReported(app)).toEqual([
    {
      _id: id,
      id,
      title: 'Ocelot soup',
      shopName: 'Ocelot Store',
      reports: REPORTS_TO_FLAG,
      reasons: { expired: 1, closed: 2 },
      lastReportedAt: third,
      isFlagged: true,
    },
  ])

  app.clock.advance(DAY)
  await report(four, id, 'not-as-described')
  expect(await readMark(app, id)).toBe(new Date(Date.parse(third) + DAY).toISOString())
})

test('who reports and who checks sees it on the page at once, however many have just looked at it', async () => {
  const { app, id } = await openShop()
  const people = await signUpMany(app, REPORTS_TO_FLAG)
  const look = async () => {
    // An answer is kept once it has been asked for twice, and its card longer than that.
    for (const _ of [1, 2]) await readMark(app, id)
    return readMark(app, id)
  }
  for (const person of people) {
    expect(await look()).toBeNull()
    await report(person, id)
  }
  expect(await look()).toBe(MORNING)
  await check(app, id)
  expect(await look()).toBeNull()
})

test('reports that come together flag an offer once with all of them, and one person is one, however often they press', async () => {
  const { app, id } = await openShop()
  const people = await signUpMany(app, REPORTS_TO_FLAG)
  const outcomes = await Promise.allSettled(people.flatMap((person) => [report(person, id), report(person, id)]))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(REPORTS_TO_FLAG)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409 })
  expect(await count(app, 'report')).toBe(REPORTS_TO_FLAG)
  expect(await listReported(app)).toMatchObject([{ id, reports: REPORTS_TO_FLAG }])
  expect(await readMark(app, id)).not.toBeNull()
})

test('reports and checks of one offer at the same time neither fail nor leave a mark without reports', async () => {
  const { app, id } = await openShop({ variables: { THROTTLE_FACTOR: '1000' } })
  const people = await signUpMany(app, 5)
  for (let round = 0; round < 5; round++) {
    const outcomes = await Promise.allSettled(people.flatMap((person) => [report(person, id), check(app, id)]))
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect([404, 409]).toContain((outcome.reason as { status: number }).status)
  }
  const [listed] = await listReported(app)
  const open = await app.context.db.selectFrom('report').select('consumer_id').where('checked_at', 'is', null).execute()
  expect(listed?.reports ?? 0).toBe(open.length)
  expect(listed?.isFlagged ?? false).toBe((await readMark(app, id)) !== null)
})

test('what has been checked is silent, is checked once, and may be reported again by the same people', async () => {
  const { app, id } = await openShop()
  const people = await signUpMany(app, REPORTS_TO_FLAG)
  for (const person of people) await report(person, id)
  expect(await check(app, id.toUpperCase())).toEqual({ success: true, message: 'Checked. The page says nothing of it any more.' })
  expect([await readMark(app, id), await listReported(app)]).toEqual([null, []])
  await expect(check(app, id)).rejects.toMatchObject({ status: 404, code: 'offer_not_found' })

  app.clock.advance(HOUR)
  for (const person of people.slice(1)) await report(person, id, 'refused')
  expect(await readMark(app, id)).toBeNull()
  await report(people[0]!, id, 'refused')
  expect(await listReported(app)).toMatchObject([{ reports: REPORTS_TO_FLAG, reasons: { refused: REPORTS_TO_FLAG } }])
  expect(await count(app, 'report')).toBe(REPORTS_TO_FLAG)
})

test('what was checked by mistake is taken back: the page says so again, and the same reports count', async () => {
  const { app, id } = await openShop()
  const people = await signUpMany(app, REPORTS_TO_FLAG)
  const reopen = (offerId: string) => operatorOf(app)('POST /superadmin/dashboard/reports/{id}/reopen', { params: { id: offerId } })
  await expect(reopen(id)).rejects.toMatchObject({ status: 404, code: 'offer_not_found' })
  for (const person of people) await report(person, id)
  const before = await listReported(app)
  await check(app, id)
  expect(await reopen(id.toUpperCase())).toEqual({ success: true, message: 'Taken back. Its reports count again.' })
  expect([await readMark(app, id), await listReported(app)]).toEqual([MORNING, before])
  await expect(report(people[0]!, id)).rejects.toMatchObject({ status: 409, code: 'already_reported' })
  for (const unknown of [NOBODY, 'nonsense']) await expect(reopen(unknown)).rejects.toMatchObject({ status: 404 })
})

test('what is not there, was withdrawn or has not begun cannot be reported, nor for a reason that is none', async () => {
  const { app, id } = await openShop()
  const me = await signUp(app)
  for (const unknown of [NOBODY, 'nonsense', "1' or '1'='1", 'x'.repeat(150)])
    await expect(report(me, unknown)).rejects.toMatchObject({ status: 404, code: 'offer_not_found' })
  for (const reason of ['other', '', null, ['closed']])
    await expect(report(me, id, reason as ReportReason)).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
  await expect(report(app, id)).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  expect(await count(app, 'report')).toBe(0)

  await app.importRows([{ ...row, title: 'Ocelot stew', start_date: '2026-12-01' }])
  const { shop } = (await app.http('GET /offers/{id}', { params: { id } })).data
  const { data } = await app.http('GET /shops/offers/{id}', { params: { id: shop.id } })
  const upcoming = data.find(({ title }) => title === 'Ocelot stew')!
  await expect(report(me, upcoming.id)).rejects.toMatchObject({ status: 400, message: 'This offer has not started yet.' })

  await withdraw(app, 'offer', id)
  await expect(report(me, id)).rejects.toMatchObject({ status: 410, code: 'offer_withdrawn' })
})

test('an offer that was withdrawn waits on no list', async () => {
  const { app, id } = await openShop()
  for (const person of await signUpMany(app, REPORTS_TO_FLAG)) await report(person, id)
  await withdraw(app, 'offer', id)
  expect(await listReported(app)).toEqual([])
})

test('one account says it of ten offers in an hour, an address of twelve', async () => {
  const app = await openTestApp({ variables: { TRUST_PROXY: '127.0.0.1' } })
  await app.importRows(Array.from({ length: 13 }, (_, index) => ({ ...row, title: `Ocelot dish ${index}` })))
  const ids = (await app.http('GET /offers/all', { query: { limit: '13' } })).data.map((offer) => offer.id)
  const people = await signUpMany(app, 7)
  for (const id of ids.slice(0, 10)) await report(people[0]!, id)
  await expect(report(people[0]!, ids[10]!)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
  for (const id of ids.slice(0, 2)) await report(people[1]!, id)
  await expect(report(people[6]!, ids[0]!)).rejects.toMatchObject({ status: 429 })
  const elsewhere = await app.server.inject({
    method: 'POST',
    url: `/api/v1/offers/${ids[0]!}/reports`,
    headers: { authorization: `Bearer ${people[6]!.token}`, 'x-forwarded-for': '203.0.113.7' },
    payload: { reason: 'closed' },
  })
  expect(elsewhere.statusCode).toBe(200)
  app.clock.advance(HOUR)
  await report(people[0]!, ids[10]!)
})

test('with an account go its reports; the mark that they left stays until somebody has checked', async () => {
  const { app, id } = await openShop()
  const people = await signUpMany(app, REPORTS_TO_FLAG)
  for (const person of people) await report(person, id)
  await people[0]!.http('DELETE /consumer/delete-profile', { body: { password: PASSWORD } })
  expect(await listReported(app)).toMatchObject([{ id, reports: 2, reasons: { closed: 2 } }])
  for (const person of people.slice(1)) await person.http('DELETE /consumer/delete-profile', { body: { password: PASSWORD } })
  expect([await count(app, 'report'), await count(app, 'consumer')]).toEqual([0, 0])
  expect(await listReported(app)).toMatchObject([{ id, reports: 0, reasons: {}, lastReportedAt: MORNING }])
  await check(app, id)
  expect([await readMark(app, id), await listReported(app)]).toEqual([null, []])
})

test('the latest stand first, and the admin key opens the list and settles it; what was done is written down', async () => {
  const { app, id } = await openShop()
  await app.importRows([{ ...row, title: 'Ocelot bread' }])
  const bread = await findId(app, 'bread')
  const people = await signUpMany(app, REPORTS_TO_FLAG)
  for (const person of people) await report(person, id, REPORT_REASONS[0])
  app.clock.advance(MINUTE)
  for (const person of people) await report(person, bread, REPORT_REASONS[3])
  expect((await listReported(app)).map(({ title }) => title)).toEqual(['Ocelot bread', 'Ocelot soup'])

  for (const http of [app.http, people[0]!.http, asBearer(app, 'a-key')]) {
    await expect(http('GET /superadmin/dashboard/reports')).rejects.toMatchObject({ status: 401, code: 'admin_key_required' })
    await expect(http('DELETE /superadmin/dashboard/reports/{id}', { params: { id } })).rejects.toMatchObject({ status: 401 })
  }
  await check(app, id)
  for (const unknown of [id, NOBODY, 'nonsense']) await expect(check(app, unknown)).rejects.toMatchObject({ status: 404 })
  expect((await listReported(app)).map(({ title }) => title)).toEqual(['Ocelot bread'])
  const events = await app.context.db
    .selectFrom('audit_event')
    .select(['kind', 'outcome', 'detail'])
    .where('kind', 'like', '%-reports')
    .orderBy('id')
    .execute()
  expect(events.slice(-4)).toEqual([
    { kind: 'check-reports', outcome: 'done', detail: { offer: id } },
    ...Array.from({ length: 3 }, () => ({ kind: 'check-reports', outcome: 'refused', detail: expect.any(Object) })),
  ])
  expect(events.filter(({ outcome, kind }) => outcome === 'refused' && kind === 'list-reports')).toHaveLength(3)
})
