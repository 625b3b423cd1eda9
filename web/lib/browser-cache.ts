/**
 * What the visitor has seen survives a reload and a server that is down: successful answers are kept in localStorage under
 * `offers-cache` and `shops-cache`, and what is recommended to somebody under `recommended-offers-cache:{userId}`, each with the moment at
 * which it expires. What is somebody's goes with the session (web/session/stored-session.ts).
 */
import { dehydrate, hydrate, type DehydratedState, type InfiniteData, type QueryClient } from '@tanstack/react-query'

import { CACHE_LIFE, PAGES_AHEAD } from '#contract/constants.ts'
import { SECOND } from '#contract/time.ts'

import { findStorage } from './find-storage.ts'

type CacheName = keyof typeof CACHE_LIFE
const NAMES = Object.keys(CACHE_LIFE) as CacheName[]
/** Where it is kept; nowhere while there is nobody whose it is. */
const keyOf = (name: CacheName, userId: string | undefined) =>
  name === 'recommended' ? userId && `recommended-offers-cache:${userId}` : `${name}-cache`
/** The latest answers of each cache that are kept; storage is small, and nobody goes back further. */
const KEPT = 12

type Kept = { expiresAt: number; state: DehydratedState }

/** Brings back what is still good, without touching anything newer, and keeps what comes in from now on. Answers what stops it. */
export function keepAnswers(queries: QueryClient, getUserId: () => string | undefined, storage = findStorage(), now = Date.now) {
  if (!storage) return undefined
  for (const name of NAMES) restore(queries, storage, { name, key: keyOf(name, getUserId()) }, now())
  const timers: Partial<Record<CacheName, ReturnType<typeof setTimeout>>> = {}
  const saveSoon = (name: CacheName) => {
    timers[name] ??= setTimeout(() => {
      delete timers[name]
      save(queries, storage, { name, key: keyOf(name, getUserId()) })
    }, SECOND)
  }
  // What came with the page itself is there already.
  NAMES.forEach(saveSoon)
  return queries.getQueryCache().subscribe((event) => {
    const name = NAMES.find((known) => known === event.query.meta?.keep)
    if (name && event.type === 'updated' && event.action.type === 'success' && !isLong(event.query.state.data)) saveSoon(name)
  })
}

/** Of a long list its beginning is kept, as much as comes by itself: writing all of it each time it grows would hold up whoever scrolls. */
const isLong = (data: unknown): data is InfiniteData<unknown> =>
  Array.isArray((data as Partial<InfiniteData<unknown>> | undefined)?.pages) && (data as InfiniteData<unknown>).pages.length > PAGES_AHEAD
const keepBeginning = (data: unknown) =>
  isLong(data) ? { pages: data.pages.slice(0, PAGES_AHEAD), pageParams: data.pageParams.slice(0, PAGES_AHEAD) } : data

type Place = { name: CacheName; key: string | undefined }

function restore(queries: QueryClient, storage: Storage, { name, key }: Place, now: number) {
  if (!key) return
  const kept = read(storage, key)
  if (!kept || kept.expiresAt <= now) return storage.removeItem(key)
  const good = kept.state.queries.filter(({ state }) => state.dataUpdatedAt + CACHE_LIFE[name] > now)
  hydrate(queries, { queries: good, mutations: [] })
}

function save(queries: QueryClient, storage: Storage, { name, key }: Place) {
  if (!key) return
  const state = dehydrate(queries, {
    shouldDehydrateQuery: (query) => query.meta?.keep === name && query.state.status === 'success',
    serializeData: keepBeginning,
  })
  const latest = state.queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(0, KEPT)
  if (!latest[0]) return
  const expiresAt = latest[0].state.dataUpdatedAt + CACHE_LIFE[name]
  try {
    storage.setItem(key, JSON.stringify({ expiresAt, state: { queries: latest, mutations: [] } } satisfies Kept))
  } catch {
    // No room, or storage is switched off: then there is nothing to fall back on, and nothing else is lost.
    storage.removeItem(key)
  }
}

function read(storage: Storage, key: string): Kept | undefined {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept | null
    return typeof kept?.expiresAt === 'number' && Array.isArray(kept.state?.queries) ? kept : undefined
  } catch {
    return undefined
  }
}
