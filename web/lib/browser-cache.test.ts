import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import type { Api } from '#contract/calls.ts'
import { CACHE_LIFE } from '#contract/constants.ts'
import { MINUTE, SECOND } from '#contract/time.ts'

import { keepAnswers } from './browser-cache.ts'
import { createQueryClient } from './query-client.ts'

const noApi: Api = () => Promise.reject(new Error('no call is made here'))

const nobody = () => undefined

/** A Storage as browsers have it, in memory. */
function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

async function visit(storage: Storage, answers: Record<string, unknown>, keep: 'offers' | 'shops' = 'offers') {
  const queries = createQueryClient(noApi)
  keepAnswers(queries, nobody, storage)
  for (const [key, answer] of Object.entries(answers)) await queries.fetchQuery({ queryKey: [key], queryFn: () => answer, meta: { keep } })
  vi.advanceTimersByTime(2 * SECOND)
}

test('what was seen is there again on the next visit, and expires [#165, #253]', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const storage = memoryStorage()
  await visit(storage, { list: 'offers' })
  await visit(storage, { shops: 'shops' }, 'shops')
  expect(JSON.parse(storage.getItem('offers-cache')!)).toMatchObject({ expiresAt: 1_800_000_000_000 + CACHE_LIFE.offers })
  expect(storage.getItem('shops-cache')).not.toBeNull()

  vi.setSystemTime(1_800_000_000_000 + 14 * MINUTE)
  const soon = createQueryClient(noApi)
  keepAnswers(soon, nobody, storage)
  expect(soon.getQueryData(['list'])).toBe('offers')

  vi.setSystemTime(1_800_000_000_000 + 16 * MINUTE)
  const later = createQueryClient(noApi)
  keepAnswers(later, nobody, storage)
  expect([later.getQueryData(['list']), later.getQueryData(['shops'])]).toEqual([undefined, 'shops'])
  vi.useRealTimers()
})

test('what is recommended is kept for each person alone, and for nobody where there is none [#165]', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const storage = memoryStorage()
  const recommend = (queries: ReturnType<typeof createQueryClient>) =>
    queries.fetchQuery({ queryKey: ['consumer', 'recommended-offers', 'c1'], queryFn: () => 'mine', meta: { keep: 'recommended' } })
  const before = createQueryClient(noApi)
  keepAnswers(before, nobody, storage)
  await recommend(before)
  vi.advanceTimersByTime(2 * SECOND)
  expect(storage.length).toBe(0)
  const mine = createQueryClient(noApi)
  keepAnswers(mine, () => 'c1', storage)
  await recommend(mine)
  vi.advanceTimersByTime(2 * SECOND)
  const kept = JSON.parse(storage.getItem('recommended-offers-cache:c1')!) as { expiresAt: number }
  expect([storage.length, kept.expiresAt]).toEqual([1, Date.now() - 2 * SECOND + CACHE_LIFE.recommended])
  const other = createQueryClient(noApi)
  keepAnswers(other, () => 'c2', storage)
  expect(other.getQueryCache().getAll()).toEqual([])
  const again = createQueryClient(noApi)
  keepAnswers(again, () => 'c1', storage)
  expect(again.getQueryData(['consumer', 'recommended-offers', 'c1'])).toBe('mine')
  vi.useRealTimers()
})

test('what came with the page itself is kept too', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const storage = memoryStorage()
  const queries = createQueryClient(noApi)
  queries
    .getQueryCache()
    .build(queries, { queryKey: ['list'], meta: { keep: 'offers' } })
    .setData('offers')
  keepAnswers(queries, nobody, storage)
  vi.advanceTimersByTime(2 * SECOND)
  expect(storage.getItem('offers-cache')).toContain('"list"')
  expect(storage.getItem('shops-cache')).toBeNull()
  vi.useRealTimers()
})

test('what is already newer stays, and a damaged or full storage does no harm', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const storage = memoryStorage()
  await visit(storage, { list: 'old' })
  vi.advanceTimersByTime(MINUTE)
  const queries = createQueryClient(noApi)
  queries.setQueryData(['list'], 'new')
  keepAnswers(queries, nobody, storage)
  expect(queries.getQueryData(['list'])).toBe('new')

  storage.setItem('offers-cache', '{"expiresAt": 99999999999999, "sta')
  expect(() => keepAnswers(createQueryClient(noApi), nobody, storage)).not.toThrow()
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  await expect(visit(full, { list: 'offers' })).resolves.toBeUndefined()
  vi.useRealTimers()
})

test('of a long list its beginning is kept, and nothing is written each time it grows', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const storage = memoryStorage()
  const setItem = vi.spyOn(storage, 'setItem')
  const queries = createQueryClient(noApi)
  keepAnswers(queries, nobody, storage)
  const list = {
    queryKey: ['list'],
    queryFn: ({ pageParam }: { pageParam: number }) => ({ page: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ page }: { page: number }) => page + 1,
    meta: { keep: 'offers' as const },
  }
  const observer = new InfiniteQueryObserver(queries, list)
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  for (let page = 1; page < 8; page++) {
    await observer.fetchNextPage()
    await vi.advanceTimersByTimeAsync(2 * SECOND)
  }
  expect(setItem).toHaveBeenCalledTimes(3)
  const next = createQueryClient(noApi)
  keepAnswers(next, nobody, storage)
  expect(next.getQueryData(['list'])).toEqual({ pages: [{ page: 0 }, { page: 1 }, { page: 2 }], pageParams: [0, 1, 2] })
  // Also where something else is written while the list is long.
  await queries.fetchQuery({ queryKey: ['other'], queryFn: () => 1, meta: { keep: 'offers' } })
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect(JSON.parse(storage.getItem('offers-cache')!)).toMatchObject({
    state: { queries: [{ queryKey: ['other'] }, { state: { data: { pageParams: [0, 1, 2] } } }] },
  })
  stop()
})
