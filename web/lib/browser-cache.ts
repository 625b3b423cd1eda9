/**
 * What the visitor has seen survives a reload and a server that is down: successful answers are kept in localStorage under
 * `offers-cache` and `shops-cache`, and what is recommended to somebody under `recommended-offers-cache:{userId}`, each with the moment at
 * which it expires. They are looked up when something is asked for that is not in memory, shown, and asked for anew. Tabs share them: each adds
 * what it knows that is newer. What is somebody's goes with the session (web/session/stored-session.ts).
 */
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { hashKey } from '@tanstack/react-query'

import { CACHE_LIFE, PAGES_AHEAD } from '#contract/constants.ts'
import { SECOND } from '#contract/time.ts'

import { PERSONAL_CACHE, readSession } from '#web/session/stored-session.ts'

import { mergeAnswers, readEntry, removeEntry, writeEntry, type KeptAnswer } from './browser-cache-entries.ts'
import { isGone } from './failure.ts'
import { findStorage } from './find-storage.ts'

type CacheName = keyof typeof CACHE_LIFE
const NAMES = Object.keys(CACHE_LIFE) as CacheName[]

/** Of whom the storage knows: another tab may have signed out a moment ago, and what it has removed does not come back. */
const findOwner = (storage: Storage) => readSession(storage).session?.user?.id

/** Where a cache is kept; what is personal nowhere while there is nobody whose it is. */
function findKey(storage: Storage, name: CacheName) {
  if (name !== 'recommended') return `${name}-cache`
  const owner = findOwner(storage)
  return owner && `recommended-offers-cache:${owner}`
}
const listKeys = (storage: Storage) => NAMES.flatMap((name) => findKey(storage, name) ?? [])

/** Brings back what is still good wherever nothing is there, and keeps what comes in from now on. Answers what stops it. */
export function keepAnswers(queries: QueryClient, storage = findStorage()) {
  if (!storage) return undefined
  removeOthers(storage)
  for (const query of queries.getQueryCache().getAll()) bringBack(query, storage)
  const timers: Partial<Record<CacheName, ReturnType<typeof setTimeout>>> = {}
  const saveSoon = (name: CacheName) => {
    timers[name] ??= setTimeout(() => {
      delete timers[name]
      save(queries, storage, name)
    }, SECOND)
  }
  // What came with the page itself is there already.
  NAMES.forEach(saveSoon)
  const stop = queries.getQueryCache().subscribe((event) => {
    const { query } = event
    const name = nameOf(query)
    if (!name) return
    const action = event.type === 'updated' ? event.action.type : event.type
    if (action === 'added' || action === 'fetch') bringBack(query, storage)
    if ((action === 'success' && !isLong(query.state.data)) || (action === 'error' && isGone(query.state.error))) saveSoon(name)
  })
  const hear = ({ key }: StorageEvent) => key !== null && forgetOld(queries, storage, key)
  globalThis.addEventListener?.('storage', hear)
  return () => {
    stop()
    globalThis.removeEventListener?.('storage', hear)
  }
}

/** Everything has been fetched anew at that moment: what was kept before is forgotten, here and in other tabs. */
export function forgetKept(since: number, storage = findStorage()) {
  if (!storage) return
  const now = Date.now()
  for (const key of listKeys(storage)) {
    const { answers } = readEntry(storage, key, now)
    writeEntry(storage, key, { answers: mergeAnswers(answers, since), since }, { now })
  }
}

const nameOf = ({ meta }: Query) => NAMES.find((known) => known === meta?.keep)

/** What is recommended to others than who is here: their session has ended somewhere else, or with the browser. */
function removeOthers(storage: Storage) {
  const own = listKeys(storage)
  const keys = Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '')
  for (const key of keys) if (PERSONAL_CACHE.test(key) && !own.includes(key)) removeEntry(storage, key)
}

/** Of a long list its beginning is kept, as much as comes by itself: writing all of it each time it grows would hold up whoever scrolls. */
const isLong = (data: unknown): data is InfiniteData<unknown> =>
  Array.isArray((data as Partial<InfiniteData<unknown>> | undefined)?.pages) && (data as InfiniteData<unknown>).pages.length > PAGES_AHEAD
const keepBeginning = (data: unknown) =>
  isLong(data) ? { pages: data.pages.slice(0, PAGES_AHEAD), pageParams: data.pageParams.slice(0, PAGES_AHEAD) } : data

/** It is asked for anew in any case: a like, or another tab, may have made it old meanwhile. */
function bringBack(query: Query, storage: Storage) {
  const name = nameOf(query)
  const place = name && query.state.data === undefined && findKey(storage, name)
  const answer = place && readEntry(storage, place, Date.now()).answers.find(({ key }) => hashKey(key) === query.queryHash)
  if (!answer) return
  const hasFailed = query.state.status === 'error'
  query.setState({ data: answer.data, dataUpdatedAt: answer.at, isInvalidated: true, ...(!hasFailed && { status: 'success' }) })
}

function save(queries: QueryClient, storage: Storage, name: CacheName) {
  const now = Date.now()
  if (name === 'recommended') removeOthers(storage)
  const place = findKey(storage, name)
  if (!place) return
  // What is over goes away, whether or not there is something new.
  const { answers, since } = readEntry(storage, place, now)
  const asked = queries.getQueryCache().findAll({ predicate: (query) => nameOf(query) === name })
  if (asked.length === 0) return
  const mine = asked
    .filter(({ queryKey, state }) => state.status === 'success' && (name !== 'recommended' || queryKey.includes(findOwner(storage))))
    .map(({ queryKey, state }): KeptAnswer => {
      const at = Math.min(state.dataUpdatedAt, now)
      return { key: queryKey, data: keepBeginning(state.data), at, expiresAt: at + CACHE_LIFE[name] }
    })
  const gone = new Set(asked.flatMap(({ queryHash, state }) => (isGone(state.error) ? queryHash : [])))
  const kept = [...answers.filter(({ key }) => !gone.has(hashKey(key))), ...mine].filter(({ expiresAt }) => expiresAt > now)
  const other = listKeys(storage).filter((key) => key !== place)
  writeEntry(storage, place, { answers: mergeAnswers(kept, since), since }, { now, other })
}

/** Another tab has written. Had it everything fetched anew, what is older is not shown as if it were new. */
function forgetOld(queries: QueryClient, storage: Storage, key: string) {
  const name = NAMES.find((known) => findKey(storage, known) === key)
  if (!name) return
  const { since } = readEntry(storage, key, Date.now())
  const predicate = (query: Query) => nameOf(query) === name && query.state.dataUpdatedAt < since && !query.state.isInvalidated
  queries.removeQueries({ type: 'inactive', predicate })
  void queries.invalidateQueries({ predicate, refetchType: 'none' })
}
