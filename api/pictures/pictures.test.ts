import { expect, test } from 'vitest'

import { COMPOSITIONS, coverUrl, pickComposition } from '#contract/cover-rules.ts'
import { CATEGORIES } from '#contract/constants.ts'
import { openTestApp } from '#test/app.ts'
import { drawCover } from './draw-cover.ts'

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
      expect(picture).not.toMatch(/<text|<script|<image|href="(?!#a")|NaN|undefined|url\((?!#[tk]\))/)
      expect(picture.length).toBeLessThan(16_000)
    }
  }
})

test('a cover is served under the address that the offer gives it, for ever; an unknown one is not found', async () => {
  const { server, http, importRows } = await openTestApp()
  await importRows([{ title: 'Kottu for two', shop: 'Kade', category: 'Food', discount: '20' }])
  const {
    data: [offer],
  } = await http('GET /offers/all', { query: { limit: '1' } })
  const address = coverUrl(offer!)
  const cover = await server.inject(address)
  expect([cover.statusCode, cover.headers['content-type'], cover.headers['cache-control']]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=31536000, immutable',
  ])
  expect(cover.body).toBe(drawCover(offer!))
  const old = await server.inject(`/covers/${offer!._id}/${pickComposition(offer!)}-old.svg`)
  expect([old.statusCode, old.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  for (const wrong of ['/covers/nobody/rays-1.svg', `/covers/${offer!._id}/sonnet-1.svg`, `/covers/${offer!._id}/rays.png`])
    expect((await server.inject(wrong)).statusCode, wrong).toBe(404)
})
