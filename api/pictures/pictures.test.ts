import { brotliDecompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import {
  cityShareUrl,
  COMPOSITIONS,
  coverOfShop,
  coverUrl,
  offerShareUrl,
  pickComposition,
  shareOfOffer,
  shopCoverUrl,
  shopShareUrl,
} from '#contract/cover-rules.ts'
import { CATEGORIES } from '#contract/constants.ts'
import { openTestApp } from '#test/app.ts'
import { drawCover } from './draw-cover.ts'
import { drawShare } from './draw-share.ts'
import { renderPng } from './render-png.ts'

const subject = (index: number, category = 'Food') => ({
  id: `o${index}`,
  title: ['Kottu for two', 'Hair cut', 'Something else', 'Batik <script>'][index % 4]!,
  category,
  discount: 20,
  discountIsUpTo: false,
})

test('the same offer gives the same picture, another one another', () => {
  expect(drawCover(subject(1))).toBe(drawCover(subject(1)))
  expect(drawCover(subject(1), 'rays')).not.toBe(drawCover(subject(5), 'rays'))
})

test('every category and composition makes a picture of a few kilobytes without words, scripts or anything from outside', () => {
  for (const category of [...CATEGORIES, 'Kites & Lanterns']) {
    for (const [index, composition] of COMPOSITIONS.entries()) {
      const picture = drawCover(subject(index, category), composition)
      expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 400 300"/)
      expect(picture).not.toMatch(/<text|<script|<image|href="(?!#a")|NaN|undefined|url\((?!#[tuk]\))/)
      expect(picture.length).toBeLessThan(16_000)
      // Each is a document to the browser, which a list makes one of for each card.
      expect(picture.match(/<\w/g)!.length).toBeLessThan(100)
      expect(picture.match(/<use/g)?.length ?? 0).toBeLessThan(3)
    }
  }
})

const row = { title: 'Kottu for two', shop: 'Kade', category: 'Food', discount: '20' }
const FOR_EVER = 'public, max-age=31536000, immutable'

test('a cover is served under the address that the offer gives it, for ever; an old one leads to it; an unknown one is not found', async () => {
  const { server, http, importRows } = await openTestApp()
  await importRows([row])
  const {
    data: [offer],
  } = await http('GET /offers/all', { query: { limit: '1' } })
  const address = coverUrl(offer!)
  const cover = await server.inject(address)
  expect([cover.statusCode, cover.headers['content-type'], cover.headers['cache-control']]).toEqual([200, 'image/svg+xml', FOR_EVER])
  expect(cover.body).toBe(drawCover(offer!))
  const old = await server.inject(`/covers/${offer!._id}/${pickComposition(offer!)}-old.svg`)
  expect([old.statusCode, old.headers['location'], old.headers['cache-control']]).toEqual([302, address, 'public, max-age=60'])
  for (const wrong of [
    '/covers/nobody/rays-1.svg',
    `/covers/${offer!._id}/sonnet-1.svg`,
    `/covers/${offer!._id}/rays.png`,
    '/covers/shops/1/rays-1.svg',
  ])
    expect((await server.inject(wrong)).statusCode, wrong).toBe(404)
})

test('a cover that was drawn is answered from memory, compressed, without the database', async () => {
  const { server, http, importRows, context } = await openTestApp()
  await importRows([row])
  const {
    data: [shop],
  } = await http('GET /shops')
  const address = shopCoverUrl(shop!)
  const first = await server.inject({ url: address, headers: { 'accept-encoding': 'gzip, br' } })
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': FOR_EVER })
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(drawCover(coverOfShop(shop!)))
  expect(first.rawPayload.length).toBeLessThan(4_000)
  await context.db.deleteFrom('shop_version').execute()
  expect((await server.inject(address)).body).toBe(drawCover(coverOfShop(shop!)))
})

test('a shared link has a picture of 1200 by 630 of its offer, its shop and the city, the same each time', async () => {
  const { server, http, importRows, context } = await openTestApp()
  await importRows([{ ...row, title: 'Kottu & කොත්තු <b> 🍛 for two', shop: 'Kade' }])
  const {
    data: [offer],
  } = await http('GET /offers/all', { query: { limit: '1' } })
  const {
    data: [shop],
  } = await http('GET /shops')
  for (const address of [offerShareUrl(offer!), shopShareUrl(shop!), cityShareUrl(context.config.city)]) {
    const { statusCode, headers, rawPayload } = await server.inject(address)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', FOR_EVER])
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
    expect(rawPayload.length).toBeLessThan(80_000)
  }
  const share = shareOfOffer(offer!)
  expect(drawShare(share)).toBe(drawShare(share))
  expect(drawShare(share)).not.toMatch(/<text|<image|<script|<b>|NaN|undefined/)
  expect(drawShare({ ...share, title: 'word '.repeat(60) + 'x'.repeat(300) }).length).toBeLessThan(400_000)
})

test('of pictures to be rendered no more wait than can be made in time', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, () => renderPng(() => '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  expect(all.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'unavailable', retryAfter: 2 })
})
