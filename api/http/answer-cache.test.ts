import { expect, test } from 'vitest'

import { createClock } from '#test/clock.ts'
import { AnswerCache } from './answer-cache.ts'

test('long addresses count: a flood of them fills no memory', async () => {
  const clock = createClock('2026-11-21T04:30:00.000Z')
  const cache = new AnswerCache(clock)
  const keys = Array.from({ length: 3_000 }, (_, index) => `/statistics?x=${index}${'x'.repeat(15_000)}`)
  for (const key of keys.flatMap((one) => [one, one]))
    await cache.load(key, {
      work: async () => ({ answer: { success: true }, body: Buffer.from('{"success":true}'), etag: '"1"' }),
      keepUntil: () => clock.now() + 60_000,
    })
  const kept = keys.filter((key) => cache.get(key))
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.length * 15_000 * 2).toBeLessThan(64 * 1024 * 1024)
})

test('an answer is kept from the second time on that its question is asked', async () => {
  const clock = createClock('2026-11-21T04:30:00.000Z')
  const cache = new AnswerCache(clock)
  const making = { work: async () => ({ answer: {}, body: Buffer.from('{}'), etag: '"1"' }), keepUntil: () => clock.now() + 5_000 }
  await cache.load('/statistics', making)
  expect(cache.get('/statistics')).toBeUndefined()
  await cache.load('/statistics', making)
  expect(cache.get('/statistics')).toBeDefined()
})

test('an answer that is forgotten while it is worked out is given to who waits for it, and not kept', async () => {
  const clock = createClock('2026-11-21T04:30:00.000Z')
  const cache = new AnswerCache(clock)
  const make = (etag: string) => ({ answer: {}, body: Buffer.from('{}'), etag })
  const load = (work: () => Promise<ReturnType<typeof make>>) => cache.load('/offers/1', { work, keepUntil: () => clock.now() + 5_000 })
  await load(async () => make('first'))
  for (const forget of [() => cache.forget('/offers/1'), () => cache.clear()]) {
    let finish = () => {}
    const old = load(() => new Promise((resolve) => (finish = () => resolve(make('old')))))
    forget()
    expect((await load(async () => make('new'))).etag).toBe('new')
    finish()
    expect((await old).etag).toBe('old')
    expect(cache.get('/offers/1')?.etag).toBe('new')
  }
})
