import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { browserQueries } from '#web/lib/browser.ts'
import { loadInBrowser } from '#web/lib/load.ts'
import { learnCenter } from '#web/place/place-store.ts'

import { askAhead, forgetAhead } from './ask-ahead.ts'
import { loadOffers } from './load-offers.ts'
import type { OfferFilters } from './offer-address.ts'

let asked: { url: string; signal: AbortSignal }[] = []
/** What is asked, as far as it was not given up. */
const underway = () => asked.filter(({ signal }) => !signal.aborted).map(({ url }) => url.replace('/api/v1', ''))

beforeEach(() => {
  // What the place of a browser listens to.
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push({ url, signal })
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  learnCenter({ lat: 6.9, lng: 79.8 })
})
afterEach(() => {
  forgetAhead()
  browserQueries.clear()
  asked = []
})

const open = (filters: OfferFilters, signal: AbortSignal) => {
  const url = new URL('http://kade.example/')
  for (const [name, value] of Object.entries(filters)) url.searchParams.append(name, String(value))
  return loadInBrowser(new Request(url, { signal }), (loading) => loadOffers(loading, url))
}

test('each letter asks for its list, of offers or of shops, in place of the one before', () => {
  askAhead({ q: 's' })
  expect(underway()).toEqual(['/offers/all?q=s&limit=12'])
  askAhead({ q: 'sh', radius: '3' })
  expect(underway()).toEqual(['/offers/all?q=sh&radius=3&near=6.900%2C79.800&limit=12'])
  askAhead({ q: 'sh', view: 'shops' })
  expect(underway()).toEqual(['/shops?q=sh&limit=24'])
  askAhead({ q: 'sh', view: 'shops' })
  expect(underway()).toEqual(['/shops?q=sh&limit=24'])
  expect(asked).toHaveLength(3)
  // Without a word there is nothing to ask for, and who leaves the page waits for nothing.
  askAhead({ view: 'shops' })
  expect(underway()).toEqual([])
  askAhead({ q: 'rice' })
  forgetAhead()
  expect(underway()).toEqual([])
})

test('the page takes what was asked for, and giving up the page before does not end it', async () => {
  const first = new AbortController()
  open({ q: 'ric' }, first.signal).catch(() => undefined)
  await vi.waitFor(() => expect(underway()).toContain('/offers/all?q=ric&limit=12'))
  askAhead({ q: 'rice' })
  first.abort()
  const second = new AbortController()
  open({ q: 'rice' }, second.signal).catch(() => undefined)
  await vi.waitFor(() => expect(underway()).toContain('/statistics'))
  expect(underway().filter((url) => url.includes('q='))).toEqual(['/offers/all?q=rice&limit=12'])
  expect(asked.filter(({ url }) => url.includes('q=rice'))).toHaveLength(1)
})

test('what may follow is asked for beside what is wanted, and both give way to what is wanted next', () => {
  askAhead({ q: 'ri' }, { isWanted: true })
  askAhead({ q: 'ric' })
  askAhead({ q: 'rice' })
  expect(underway()).toEqual(['/offers/all?q=ri&limit=12', '/offers/all?q=rice&limit=12'])
  askAhead({ q: 'rice' }, { isWanted: true })
  expect(underway()).toEqual(['/offers/all?q=rice&limit=12'])
  expect(asked).toHaveLength(3)
})

test('once it is answered nobody watches: a list that is not seen is not refreshed', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true, data: [], nextCursor: null })))
  askAhead({ q: 'rice' })
  const [query] = browserQueries.getQueryCache().getAll()
  expect(query!.isActive()).toBe(true)
  await vi.waitFor(() => expect(query!.isActive()).toBe(false))
  expect(query!.state.status).toBe('success')
})

test('a page whose question was taken away opens all the same', async () => {
  askAhead({ q: 'rice' })
  const page = open({ q: 'rice' }, new AbortController().signal)
  forgetAhead()
  await expect(page).resolves.toMatchObject({ isLate: false })
})
