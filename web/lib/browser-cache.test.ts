import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Api } from '#contract/calls.ts'
import { CACHE_LIFE } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { MINUTE, SECOND } from '#contract/time.ts'

import { forgetKept, keepAnswers } from './browser-cache.ts'
import { createQueryClient } from './query-client.ts'

const START = 1_800_000_000_000
beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => {
  vi.useRealTimers()
})

/** A Storage as browsers have it, in memory, with room for so many letters. */
function createStorage(items: Record<string, string> = {}, room = Infinity) {
  const values = new Map(Object.entries(items))
  const taken = () => [...values].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  const storage = {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key: string) => values.get(key) ?? null,
    key: (index: number) => [...values.keys()][index] ?? null,
    removeItem: (key: string) => void values.delete(key),
    setItem: (key: string, value: string) => {
      const before = values.get(key)
      if (taken() - (before === undefined ? 0 : key.length + before.length) + key.length + value.length > room)
        throw new DOMException('full', 'QuotaExceededError')
      values.set(key, value)
    },
  } satisfies Storage
  return { storage, values, taken }
}

/** What lies in storage while somebody is signed in. */
function sessionOf(id: string) {
  const token = `${btoa('{}')}.${btoa(JSON.stringify({ id }))}.x`
  const user = { id, name: 'Nimali', email: 'nimali@post.example' }
  return { 'auth-storage': JSON.stringify({ state: { user, token, likedOffers: [], likedShops: [], isAuthenticated: true }, version: 0 }) }
}

const noApi: Api = () => Promise.reject(new Error('no call is made here'))
type Keep = keyof typeof CACHE_LIFE

/** One tab of a browser with that storage. */
function openTab(storage: Storage) {
  const queries = createQueryClient(noApi)
  const stop = keepAnswers(queries, storage)
  const ask = (key: unknown[], queryFn: () => unknown, keep: Keep = 'offers') =>
    queries.fetchQuery({ queryKey: key, queryFn, meta: { keep } })
  return {
    queries,
    stop,
    ask,
    /** Something is answered, and kept a second later. */
    see: async (key: unknown[], answer: unknown, keep: Keep = 'offers') => {
      await ask(key, () => answer, keep)
      vi.advanceTimersByTime(2 * SECOND)
    },
    /** What a page shows at once when it is opened now. */
    show: (key: unknown[], keep: Keep = 'offers') => queries.getQueryCache().build(queries, { queryKey: key, meta: { keep } }).state.data,
  }
}
const showAnew = (storage: Storage, key: unknown[], keep: Keep = 'offers') => openTab(storage).show(key, keep)
type Stored = { expiresAt: number; answers: { key: unknown[]; at: number; expiresAt: number; data: unknown }[] }
const readStored = (storage: Storage, key = 'offers-cache') => JSON.parse(storage.getItem(key) ?? 'null') as Stored | null
const keysIn = (storage: Storage, key = 'offers-cache') => readStored(storage, key)?.answers.map((answer) => answer.key[0])

test('what was seen is there again on the next visit, and each answer expires by its own stamp [#165, #253, #254]', async () => {
  const { storage } = createStorage()
  const tab = openTab(storage)
  await tab.see(['list'], 'offers')
  await tab.see(['shops'], 'shops', 'shops')
  vi.setSystemTime(START + 10 * MINUTE)
  await tab.see(['detail'], 'offer')
  expect(readStored(storage)).toMatchObject({
    expiresAt: START + 25 * MINUTE,
    answers: [
      { key: ['detail'], at: START + 10 * MINUTE, expiresAt: START + 25 * MINUTE },
      { key: ['list'], at: START, expiresAt: START + 15 * MINUTE },
    ],
  })
  expect(readStored(storage, 'shops-cache')?.answers[0]?.expiresAt).toBe(readStored(storage, 'shops-cache')!.answers[0]!.at + 30 * MINUTE)

  vi.setSystemTime(START + 15 * MINUTE - 1)
  expect(showAnew(storage, ['list'])).toBe('offers')
  vi.setSystemTime(START + 15 * MINUTE)
  expect([showAnew(storage, ['list']), showAnew(storage, ['detail']), showAnew(storage, ['shops'], 'shops')]).toEqual([
    undefined,
    'offer',
    'shops',
  ])
  // What nobody asks for goes as well.
  vi.setSystemTime(START + 31 * MINUTE)
  openTab(storage)
  vi.advanceTimersByTime(2 * SECOND)
  expect(storage.length).toBe(0)
  expect([showAnew(storage, ['detail']), showAnew(storage, ['shops'], 'shops')]).toEqual([undefined, undefined])
})

test('what comes back knows its age, and is asked for anew however young it is', async () => {
  const { storage } = createStorage()
  await openTab(storage).see(['list'], 'old')
  vi.setSystemTime(START + 10 * SECOND)
  const { queries, show } = openTab(storage)
  expect(show(['list'])).toBe('old')
  expect(queries.getQueryState(['list'])).toMatchObject({ dataUpdatedAt: START, isInvalidated: true, status: 'success' })
  // While it is being asked for, what has failed stays a failure, over old data.
  const fails = queries.fetchQuery({
    queryKey: ['list'],
    queryFn: () => Promise.reject(new AppError('unavailable')),
    meta: { keep: 'offers' },
  })
  await expect(fails).rejects.toMatchObject({ code: 'unavailable' })
  expect(queries.getQueryState(['list'])).toMatchObject({ status: 'error', data: 'old', dataUpdatedAt: START })
})

test('what was asked for before anything was looked up is found too, also where it has failed already [#167]', async () => {
  const { storage } = createStorage()
  await openTab(storage).see(['list'], 'old')
  const queries = createQueryClient(noApi)
  const options = { queryKey: ['list'], queryFn: () => Promise.reject(new AppError('unavailable')), meta: { keep: 'offers' as const } }
  await queries.prefetchQuery(options)
  expect(queries.getQueryState(['list'])).toMatchObject({ status: 'error', data: undefined })
  keepAnswers(queries, storage)
  expect(queries.getQueryState(['list'])).toMatchObject({ status: 'error', data: 'old' })
})

test('what is recommended is kept for each person alone, and for nobody where there is none [#165]', async () => {
  const { storage, values } = createStorage()
  const key = (id: string) => ['consumer', 'recommended-offers', id]
  await openTab(storage).see(key('c1'), 'mine', 'recommended')
  expect(storage.length).toBe(0)

  values.set('auth-storage', sessionOf('c1')['auth-storage'])
  const mine = openTab(storage)
  await mine.see(key('c1'), 'mine', 'recommended')
  // Should a tab still hold what is somebody else's, it does not go in here.
  await mine.see(key('c2'), 'of another', 'recommended')
  expect(readStored(storage, 'recommended-offers-cache:c1')?.answers).toMatchObject([
    { key: key('c1'), data: 'mine', expiresAt: START + 2 * SECOND + CACHE_LIFE.recommended },
  ])
  expect(showAnew(storage, key('c1'), 'recommended')).toBe('mine')

  values.set('auth-storage', sessionOf('c2')['auth-storage'])
  const other = openTab(storage)
  expect(other.show(key('c1'), 'recommended')).toBeUndefined()
  expect(storage.getItem('recommended-offers-cache:c1')).toBeNull()
})

test('a tab that has not heard yet that another signed out keeps nothing personal any more', async () => {
  const { storage } = createStorage(sessionOf('c1'))
  const tab = openTab(storage)
  await tab.ask(['consumer', 'recommended-offers', 'c1'], () => 'mine', 'recommended')
  storage.removeItem('auth-storage')
  vi.advanceTimersByTime(2 * SECOND)
  expect(storage.length).toBe(0)
})

test('what came with the page itself is kept too', () => {
  const { storage } = createStorage()
  const queries = createQueryClient(noApi)
  queries
    .getQueryCache()
    .build(queries, { queryKey: ['list'], meta: { keep: 'offers' } })
    .setData('offers')
  keepAnswers(queries, storage)
  vi.advanceTimersByTime(2 * SECOND)
  expect(keysIn(storage)).toEqual(['list'])
  expect(storage.getItem('shops-cache')).toBeNull()
})

test('what is already there stays, and nothing that was kept replaces it', async () => {
  const { storage } = createStorage()
  await openTab(storage).see(['list'], 'old')
  vi.advanceTimersByTime(MINUTE)
  const queries = createQueryClient(noApi)
  queries
    .getQueryCache()
    .build(queries, { queryKey: ['list'], meta: { keep: 'offers' } })
    .setData('new')
  keepAnswers(queries, storage)
  expect(queries.getQueryData(['list'])).toBe('new')
})

test('what is damaged, of another edition or of times to come is dropped without a word, and written anew', async () => {
  const answer = { key: ['list'], data: 'bad', at: START, expiresAt: START + MINUTE }
  const entry = { edition: 'none', since: 0, expiresAt: START + MINUTE, answers: [answer] }
  const good = createStorage({ 'offers-cache': JSON.stringify(entry) }).storage
  expect(showAnew(good, ['list'])).toBe('bad')
  const bad: unknown[] = [
    null,
    7,
    'text',
    [],
    {},
    { ...entry, edition: 'other' },
    { ...entry, since: START + 5 * MINUTE },
    { ...entry, since: '' },
  ]
  bad.push({ ...entry, answers: {} }, { ...entry, answers: [null] }, { ...entry, answers: [{ ...answer, key: 'list' }] })
  bad.push({ ...entry, answers: [{ ...answer, at: '5' }] }, { ...entry, answers: [{ ...answer, expiresAt: null }] })
  bad.push({ ...entry, answers: [{ ...answer, data: undefined }] }, { ...entry, answers: [{ ...answer, at: START + 5 * MINUTE }] })
  for (const text of ['', '{"edition":"none","sta', ...bad.map((value) => JSON.stringify(value))]) {
    const { storage } = createStorage({ 'offers-cache': text, theme: 'dark' })
    const tab = openTab(storage)
    expect([text, tab.show(['list']), storage.getItem('offers-cache')]).toEqual([text, undefined, null])
    await tab.see(['list'], 'good')
    expect([text, showAnew(storage, ['list']), storage.getItem('theme')]).toEqual([text, 'good', 'dark'])
    vi.setSystemTime(START)
  }
})

test('where there is no room the oldest answers leave first, whichever cache holds them, and nothing else does', async () => {
  const others = { ...sessionOf('c1'), theme: 'dark', 'like-intent': '{"id":1}', clicks: '{}' }
  const room = JSON.stringify(others).length + 5_000
  const { storage, values, taken } = createStorage(others, room)
  const tab = openTab(storage)
  const long = (letter: string) => letter.repeat(1_000)
  await tab.see(['shop'], long('a'), 'shops')
  await tab.see(['one'], long('b'))
  await tab.see(['consumer', 'recommended-offers', 'c1'], long('c'), 'recommended')
  await tab.see(['two'], long('d'))
  expect([keysIn(storage, 'shops-cache'), keysIn(storage)]).toEqual([['shop'], ['two', 'one']])
  // The oldest of all is another cache's; then it is one of its own, then again another's.
  await tab.see(['three'], long('e'))
  expect([keysIn(storage, 'shops-cache'), keysIn(storage)]).toEqual([undefined, ['three', 'two', 'one']])
  await tab.see(['four'], long('f'))
  expect([keysIn(storage, 'recommended-offers-cache:c1'), keysIn(storage)]).toEqual([['consumer'], ['four', 'three', 'two']])
  await tab.see(['next'], long('g'), 'shops')
  expect([keysIn(storage, 'recommended-offers-cache:c1'), keysIn(storage, 'shops-cache')]).toEqual([undefined, ['next']])
  expect(keysIn(storage)).toEqual(['four', 'three', 'two'])
  expect(taken()).toBeLessThanOrEqual(room)
  expect(Object.fromEntries([...values].filter(([key]) => !key.includes('-cache')))).toEqual(others)
})

test('a storage that takes nothing at all, is switched off, or is missing does no harm', async () => {
  const { storage } = createStorage({ theme: 'dark' }, 10)
  await openTab(storage).see(['list'], 'offers')
  expect([storage.length, storage.getItem('theme')]).toEqual([1, 'dark'])
  const refuse = () => {
    throw new DOMException('switched off', 'SecurityError')
  }
  const off: Storage = { length: 0, key: refuse, getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse }
  const tab = openTab(off)
  await tab.see(['list'], 'offers')
  expect(tab.queries.getQueryData(['list'])).toBe('offers')
  expect(() => forgetKept(START, off)).not.toThrow()
  expect(keepAnswers(createQueryClient(noApi), undefined)).toBeUndefined()
})

test('of what is asked for, the latest dozen is kept', async () => {
  const { storage } = createStorage()
  const tab = openTab(storage)
  for (let number = 1; number <= 14; number++) await tab.see([number], number)
  expect(keysIn(storage)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
})

test('two tabs keep together: neither takes away what the other has kept, and the newer answer stays', async () => {
  const { storage } = createStorage()
  const [one, two] = [openTab(storage), openTab(storage)]
  await one.see(['list'], 'of one')
  await two.see(['detail'], 'of two')
  await two.see(['list'], 'newer, of two')
  await one.see(['other'], 'of one')
  expect(readStored(storage)?.answers.map(({ key, data }) => [key[0], data])).toEqual([
    ['other', 'of one'],
    ['list', 'newer, of two'],
    ['detail', 'of two'],
  ])
  // What one tab has kept, the other finds.
  expect(one.show(['detail'])).toBe('of two')
})

test('a refresh forgets what was kept before it, in every tab, and what they know that is older is not kept again [#166]', async () => {
  const { storage } = createStorage(sessionOf('c1'))
  const heard = new EventTarget()
  vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard))
  vi.stubGlobal('removeEventListener', heard.removeEventListener.bind(heard))
  const tell = (key: string) => heard.dispatchEvent(Object.assign(new Event('storage'), { key }))
  const tab = openTab(storage)
  await tab.see(['list'], 'old')
  await tab.see(['detail'], 'old')
  await tab.see(['shop'], 'old', 'shops')
  const shown = new QueryObserver(tab.queries, {
    queryKey: ['list'],
    queryFn: () => 'never asked',
    staleTime: Infinity,
    meta: { keep: 'offers' },
  })
  const stop = shown.subscribe(() => undefined)

  const begun = Date.now()
  const other = openTab(storage)
  await other.ask(['list'], () => 'new')
  forgetKept(begun, storage)
  expect([keysIn(storage), keysIn(storage, 'shops-cache')]).toEqual([[], []])
  for (const key of ['offers-cache', 'shops-cache', 'recommended-offers-cache:c1']) tell(key)
  // What is on the screen there stays, to be asked for anew; what is not is gone.
  expect(tab.queries.getQueryState(['list'])).toMatchObject({ data: 'old', isInvalidated: true })
  expect(tab.queries.getQueryCache().getAll()).toHaveLength(1)
  vi.advanceTimersByTime(2 * SECOND)
  await tab.see(['another'], 'newer')
  expect(keysIn(storage)).toEqual(['another', 'list'])
  expect(readStored(storage)?.answers[1]?.data).toBe('new')
  expect(keysIn(storage, 'shops-cache')).toEqual([])
  stop()
  // In time that is over as well.
  vi.setSystemTime(begun + 31 * MINUTE)
  openTab(storage).show(['shop'], 'shops')
  expect(storage.getItem('shops-cache')).toBeNull()
  tab.stop?.()
})

test('what is gone on the server is kept no longer', async () => {
  const { storage } = createStorage()
  await openTab(storage).see(['detail'], 'offer')
  const tab = openTab(storage)
  tab.show(['detail'])
  await expect(tab.ask(['detail'], () => Promise.reject(new AppError('offer_withdrawn')))).rejects.toMatchObject({ status: 410 })
  vi.advanceTimersByTime(2 * SECOND)
  expect(storage.length).toBe(0)
})

test('of a long list its beginning is kept, and nothing is written each time it grows', async () => {
  const { storage } = createStorage()
  const setItem = vi.spyOn(storage, 'setItem')
  const { queries } = openTab(storage)
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
  const beginning = { pages: [{ page: 0 }, { page: 1 }, { page: 2 }], pageParams: [0, 1, 2] }
  expect(showAnew(storage, ['list'])).toEqual(beginning)
  // Also where something else is written while the list is long.
  await queries.fetchQuery({ queryKey: ['other'], queryFn: () => 1, meta: { keep: 'offers' } })
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect(readStored(storage)?.answers).toMatchObject([{ key: ['other'] }, { key: ['list'], data: beginning }])
  stop()
})
