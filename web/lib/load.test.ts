import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CACHE_LIFE, SERVER_TIMEOUT, SLOW_AFTER } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'

import { learnCenter } from '#web/place/place-store.ts'

import { browserQueries } from './browser.ts'
import { loadInBrowser, loadOnServer, type Loading } from './load.ts'
import { packQueries, unpackQueries } from './pack-queries.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => {
  // What the place of a browser listens to.
  vi.stubGlobal('addEventListener', () => undefined)
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  learnCenter({ lat: 6.9, lng: 79.8 })
})
afterEach(() => {
  vi.useRealTimers()
  browserQueries.clear()
})

const never = () => new Promise<never>(() => {})
const request = (signal = new AbortController().signal) => new Request('http://kade.example/', { signal })
/** The context of a request, as far as loading asks for it. */
const context = { get: () => ({ api: never, city: { center: { lat: 6.9, lng: 79.8 } }, savesData: false }) } as unknown as Parameters<
  typeof loadOnServer
>[0]

test('a page that the server renders answers in time, without what it can stand without (D-28)', async () => {
  const page = loadOnServer(context, async ({ queries, later }: Loading) => {
    await queries.prefetchQuery({ queryKey: ['essential'], queryFn: () => 'there' })
    later(queries.prefetchQuery({ queryKey: ['soon'], queryFn: () => new Promise((resolve) => setTimeout(resolve, 100, 'soon')) }))
    later(queries.prefetchQuery({ queryKey: ['hanging'], queryFn: never }))
  })
  const isDone = vi.fn<() => void>()
  void page.then(isDone)
  await vi.advanceTimersByTimeAsync(SERVER_TIMEOUT - 2_000)
  expect(isDone).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(isDone).toHaveBeenCalled()
  const { data, init } = await page
  const drawn = createQueryClient(never)
  unpackQueries(drawn, data.state)
  expect([init?.status, drawn.getQueryData(['essential']), drawn.getQueryData(['soon']), drawn.getQueryCache().getAll().length]).toEqual([
    200,
    'there',
    'soon',
    2,
  ])
})

test('queries travel with their age and with where they are kept, and replace nothing that is there', async () => {
  const server = createQueryClient(never)
  await server.fetchQuery({ queryKey: ['list', { q: undefined }], queryFn: () => [1], meta: { keep: 'offers' } })
  await server.prefetchQuery({ queryKey: ['failed'], queryFn: () => Promise.reject(new AppError('unavailable')) })
  const text = packQueries(server)
  vi.advanceTimersByTime(5_000)
  const browser = createQueryClient(never)
  unpackQueries(browser, text)
  const [query, ...others] = browser.getQueryCache().getAll()
  expect(others).toEqual([])
  expect(query).toMatchObject({
    meta: { keep: 'offers' },
    state: { data: [1], dataUpdatedAt: 1_800_000_000_000, status: 'success', fetchStatus: 'idle' },
  })
  query!.setData([2])
  unpackQueries(browser, text)
  expect(browser.getQueryData(['list', {}])).toEqual([2])
  expect(() => unpackQueries(browser, undefined)).not.toThrow()
})

test('in the browser a page that is waited for too long shows itself, and what it waits for still comes (D-28)', async () => {
  const loaded = loadInBrowser(request(), async ({ queries }) => {
    await queries.ensureQueryData({ queryKey: ['slow'], queryFn: () => new Promise((resolve) => setTimeout(resolve, 10_000, 'there')) })
  })
  await vi.advanceTimersByTimeAsync(SLOW_AFTER)
  await expect(loaded).resolves.toEqual({ state: undefined, isLate: true })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(browserQueries.getQueryData(['slow'])).toBe('there')

  const quick = loadInBrowser(request(), ({ queries }) => queries.prefetchQuery({ queryKey: ['quick'], queryFn: () => 1 }))
  await expect(quick).resolves.toEqual({ state: undefined, isLate: false })
  const down = loadInBrowser(request(), () => Promise.reject(new AppError('unavailable')))
  await expect(down).resolves.toEqual({ state: undefined, isLate: false })
  await expect(loadInBrowser(request(), () => Promise.reject(new AppError('offer_not_found')))).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test('who leaves before a page is there gives up what it asked for', async () => {
  const leaving = new AbortController()
  const signals: AbortSignal[] = []
  const ask = ({ signal }: { signal: AbortSignal }) => (signals.push(signal), never())
  const loaded = loadInBrowser(request(leaving.signal), async ({ queries, later }) => {
    later(queries.prefetchQuery({ queryKey: ['optional'], queryFn: ask }))
    await queries.ensureQueryData({ queryKey: ['essential'], queryFn: ask })
  })
  loaded.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
  leaving.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})

test('what has left the cache is not shown from memory either', async () => {
  const see = (key: string, keep: 'offers' | 'shops') =>
    browserQueries.prefetchQuery({ queryKey: [key], queryFn: () => key, meta: { keep } })
  await Promise.all([see('list', 'offers'), see('shop', 'shops')])
  vi.setSystemTime(1_800_000_000_000 + CACHE_LIFE.offers)
  await loadInBrowser(request(), async () => {})
  expect([browserQueries.getQueryData(['list']), browserQueries.getQueryData(['shop'])]).toEqual([undefined, 'shop'])
})
