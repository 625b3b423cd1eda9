import { gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { openTestApp, type TestApp } from '#test/app.ts'
import { listBeginnings, listFound } from './data.ts'

const PUBLIC_URL = 'https://deals.example'
const row = { shop: 'Malu "Kade" & Sons', category: 'Food', discount: '20' }
const open = () => openTestApp({ variables: { PUBLIC_URL } })
const locationsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location!)
const ask = ({ server }: TestApp, url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

test('the sitemap leads to every running offer and every shop, and says when each came', async () => {
  const app = await open()
  await app.importRows([
    { ...row, title: 'Tea' },
    { ...row, title: 'Buns', shop: 'Other' },
    { ...row, title: 'Over', end_date: '2026-11-01' },
    { ...row, title: 'Soon', start_date: '2026-12-01' },
  ])
  const index = await ask(app, '/sitemap.xml')
  expect(index.headers['content-type']).toBe('application/xml; charset=utf-8')
  const parts = locationsOf(index.body)
  expect(parts.every((part) => part.startsWith(`${PUBLIC_URL}/sitemap/`))).toBe(true)
  const found: string[] = []
  for (const part of parts) {
    const { statusCode, body } = await ask(app, part.slice(PUBLIC_URL.length))
    expect(statusCode).toBe(200)
    found.push(...locationsOf(body))
    if (part.includes('/offers-')) expect(body).toMatch(/<lastmod>20\d\d-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
  }
  const { data: offers } = await app.http('GET /offers/all', { query: { limit: '9' } })
  const { data: shops } = await app.http('GET /shops')
  expect(found.filter((address) => address.includes('/offers/')).toSorted()).toEqual(
    offers.map(({ id }) => `${PUBLIC_URL}/offers/${id}`).toSorted(),
  )
  expect(found.filter((address) => address.includes('/shops/'))).toHaveLength(shops.length)
  expect(found).toContain(`${PUBLIC_URL}/`)
  for (const wrong of ['/sitemap/offers-1.xml', '/sitemap/people-1.xml', '/sitemap/x', "/sitemap/offers-'--.xml"])
    expect((await ask(app, wrong)).statusCode, wrong).toBe(404)
})

test('parts of a sitemap follow one another without a gap', async () => {
  const app = await open()
  await app.importRows(Array.from({ length: 25 }, (_, index) => ({ ...row, title: `Tea ${index}` })))
  const now = app.clock.now()
  const beginnings = await listBeginnings(app.context.db, 'offers', { now, size: 10 })
  expect(beginnings).toHaveLength(3)
  const ids = new Set<string>()
  for (const from of beginnings) {
    const found = await listFound(app.context.db, 'offers', { now, from, after: undefined, limit: 10 })
    for (const { id } of found) ids.add(id)
  }
  expect(ids.size).toBe(25)
})

test('a file that has not changed is not sent again, and one that has is', async () => {
  const app = await open()
  await app.importRows([{ ...row, title: 'Tea' }])
  const { headers, rawPayload } = await ask(app, '/sitemap.xml', { 'accept-encoding': 'gzip' })
  const etag = String(headers['etag'])
  if (headers['content-encoding'] === 'gzip') expect(gunzipSync(rawPayload).toString()).toContain('<sitemapindex')
  expect((await ask(app, '/sitemap.xml', { 'if-none-match': etag })).statusCode).toBe(304)
  const feed = await ask(app, '/feed.atom')
  await app.importRows([{ ...row, title: 'More tea' }])
  expect((await ask(app, '/feed.atom', { 'if-none-match': String(feed.headers['etag']) })).statusCode).toBe(200)
})

test('any list of offers is a feed, as Atom and as JSON, and refuses what the list refuses', async () => {
  const app = await open()
  await app.importRows([
    { ...row, title: 'Tea <script> & "buns"', description: 'One & two' },
    { ...row, title: 'Hair cut', category: 'Beauty' },
  ])
  const atom = await ask(app, '/feed.atom?category=Food')
  expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  expect(atom.body).toContain('<title>Tea &#60;script&#62; &#38; &#34;buns&#34;</title>')
  expect(atom.body).toContain('href="https://deals.example/feed.atom?category=Food"')
  expect(atom.body).not.toContain('Hair cut')
  const json = (await ask(app, '/feed.json?category=Beauty')).json<{ items: { title: string; url: string; image: string }[] }>()
  expect(json.items.map(({ title }) => title)).toEqual(['Hair cut'])
  expect(json.items[0]!.url).toMatch(/^https:\/\/deals\.example\/offers\//)
  expect((await app.server.inject(json.items[0]!.image.slice(PUBLIC_URL.length))).headers['content-type']).toBe('image/png')
  expect((await ask(app, '/feed.atom?radius=2')).statusCode).toBe(400)
  expect((await ask(app, '/feed.json?limit=5000')).statusCode).toBe(400)
})

test('a feed is XML whatever an offer is called, and a file is made once however its address is decorated', async () => {
  const app = await open()
  await app.importRows([{ ...row, title: 'A docu\ufffement 🎉', description: 'x'.repeat(159) + '🎉 and more' }])
  expect((await ask(app, '/feed.atom')).body).toContain('<title>A document 🎉</title>')
  const { read } = app.context.pool
  let reads = 0
  app.context.pool.read = (...asked) => {
    reads += 1
    return read.call(app.context.pool, ...asked)
  }
  expect((await ask(app, '/sitemap.xml')).body).toContain('<sitemapindex')
  const once = reads
  for (let number = 0; number < 3; number++) await ask(app, `/sitemap.xml?${number}`)
  expect([once > 0, reads]).toEqual([true, once])
})

test('robots may read pages, and neither the API nor the import', async () => {
  const app = await open()
  expect((await ask(app, '/robots.txt')).body).toBe(
    'User-agent: *\nDisallow: /api/\nDisallow: /web\nSitemap: https://deals.example/sitemap.xml\n',
  )
})

test('a phone gets a manifest, and each of its icons in the size that it says', async () => {
  const app = await open()
  const { headers, body } = await ask(app, '/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const { icons } = JSON.parse(body) as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of icons) {
    const { rawPayload } = await ask(app, src)
    expect(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`).toBe(sizes)
  }
  const favicon = await ask(app, '/favicon.ico')
  expect([favicon.headers['content-type'], favicon.rawPayload.readUInt16LE(2)]).toEqual(['image/x-icon', 1])
  expect((await ask(app, '/icons/none.png')).statusCode).toBe(404)
})
