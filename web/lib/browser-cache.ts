/**
 * What the visitor has seen survives a reload and a server that is down: successful answers are kept in localStorage under
 * `offers-cache` and `shops-cache`, each with the moment at which it expires.
 */
import { dehydrate, hydrate, type DehydratedState, type InfiniteData, type QueryClient } from '@tanstack/react-query'

import { CACHE_LIFE, PAGES_AHEAD } from '#contract/constants.ts'
import { SECOND } from '#contract/time.ts'

const KEYS = { offers: 'offers-cache', shops: 'shops-cache' } as const
type CacheName = keyof typeof KEYS
const NAMES = Object.keys(KEYS) as CacheName[]
/** The latest answers of each cache that are kept; storage is small, and nobody goes back further. */
const KEPT = 12

type Kept = { expiresAt: number; state: DehydratedState }

/** Brings back what is still good, without touching anything newer, and keeps what comes in from now on. Answers what stops it. */
export function keepAnswers(queries: QueryClient, storage = findStorage(), now = Date.now) {
  if (!storage) return undefined
  for (const name of NAMES) restore(queries, storage, name, now())
  const timers: Partial<Record<CacheName, ReturnType<typeof setTimeout>>> = {}
  const saveSoon = (name: CacheName) => {
    timers[name] ??= setTimeout(() => {
      delete timers[name]
      save(queries, storage, name)
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

/** Where a visitor has switched storage off, even looking at it throws. */
function findStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

function restore(queries: QueryClient, storage: Storage, name: CacheName, now: number) {
  const kept = read(storage, KEYS[name])
  if (!kept || kept.expiresAt <= now) return storage.removeItem(KEYS[name])
  const good = kept.state.queries.filter(({ state }) => state.dataUpdatedAt + CACHE_LIFE[name] > now)
  hydrate(queries, { queries: good, mutations: [] })
}

function save(queries: QueryClient, storage: Storage, name: CacheName) {
  const state = dehydrate(queries, {
    shouldDehydrateQuery: (query) => query.meta?.keep === name && query.state.status === 'success',
    serializeData: keepBeginning,
  })
  const latest = state.queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(0, KEPT)
  if (!latest[0]) return
  const expiresAt = latest[0].state.dataUpdatedAt + CACHE_LIFE[name]
  try {
    storage.setItem(KEYS[name], JSON.stringify({ expiresAt, state: { queries: latest, mutations: [] } } satisfies Kept))
  } catch {
    // No room, or storage is switched off: then there is nothing to fall back on, and nothing else is lost.
    storage.removeItem(KEYS[name])
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
