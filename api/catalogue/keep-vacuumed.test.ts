import { expect, test } from 'vitest'

import { HOUR } from '#contract/time.ts'
import { openDesk, openTestApp } from '#test/app.ts'
import { keepVacuumed, isQuietHour } from './keep-vacuumed.ts'

// A server has its own who do it, and other databases beside this one that keep old rows.
test.skipIf(process.env['TEST_DATABASE'] === 'postgres')(
  'a start takes away the rows that imports have replaced, so the next ones are written in their place',
  async () => {
    const app = await openTestApp()
    const desk = openDesk(app)
    const rows = Array.from({ length: 150 }, (_, at) => ({ title: `Offer ${at}`, shop: 'Kade', description: 'Tea. '.repeat(40) }))
    const pages = async () =>
      (await app.context.pool.query(`select pg_relation_size('offer_version') / 8192 as pages`)).rows[0]!['pages'] as number
    const change = async (usage_limit: string) => {
      const { id } = await desk.check(rows.map((row) => ({ ...row, usage_limit })))
      await desk.publish(id)
      await keepVacuumed(app.context)
      return pages()
    }
    await app.importRows(rows)
    const once = await change('2')
    for (const limit of ['3', '4', '5', '6']) await change(limit)
    // Without it each of them would add as much as the first.
    expect(await pages()).toBeLessThan(once * 2)
  },
)

test('at night, by the clock of the city, it happens once', () => {
  const hours = Array.from({ length: 48 }, (_, hour) => Date.UTC(2026, 10, 23) + hour * HOUR)
  expect(hours.filter((now) => isQuietHour(now, 'Asia/Colombo'))).toHaveLength(2)
  expect(isQuietHour(Date.parse('2026-11-23T04:10:00+05:30'), 'Asia/Colombo')).toBe(true)
})
