import { expect, test } from 'vitest'

import { distanceBetween } from '#contract/distance.ts'
import { OFFER_SORTS } from '#contract/offer.ts'
import { openTestApp } from '#test/app.ts'

test('with a place every order tells how far it is', async () => {
  const { http, importRows } = await openTestApp()
  await importRows([
    { title: 'Tea', shop: 'Kade', latitude: '6.9117', longitude: '79.8501' },
    { title: 'Tea by post', shop: 'Nowhere' },
  ])
  const expected = distanceBetween({ lat: 6.9344, lng: 79.8428 }, { lat: 6.9117, lng: 79.8501 })
  for (const sort of OFFER_SORTS) {
    const { data } = await http('GET /offers/all', { query: { sort, near: '6.9344,79.8428', q: 'tea' } })
    const distances = Object.fromEntries(data.map(({ title, distance }) => [title, distance]))
    expect(distances, sort).toEqual({ Tea: expect.closeTo(expected, 9), 'Tea by post': undefined })
  }
})
