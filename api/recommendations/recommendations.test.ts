import { expect, test } from 'vitest'

import { signUp } from '#test/accounts.ts'
import { openTestApp } from '#test/app.ts'

const row = { address: '1 Main Street', category: 'Other', end_date: '2026-12-31' }

test('what fits one’s interests and shops comes first, then what is popular; never what is over, to come, or liked already', async () => {
  const app = await openTestApp()
  const { http, user } = await signUp(app)
  await app.importRows([
    { ...row, title: 'Plain', shop: 'A' },
    { ...row, title: 'Clicked', shop: 'B' },
    { ...row, title: 'Of a category', shop: 'C', category: 'Food' },
    { ...row, title: 'Of a tag', shop: 'D', tags: 'Seafood' },
    { ...row, title: 'Of a shop', shop: 'E' },
    { ...row, title: 'Liked', shop: 'E' },
    { ...row, title: 'Over', shop: 'E', end_date: '2026-11-20' },
    { ...row, title: 'To come', shop: 'E', start_date: '2026-11-25' },
  ])
  const { data } = await app.http('GET /offers/all', { query: { limit: '20' } })
  const find = (title: string) => data.find((offer) => offer.title === title)!
  const recommend = async () => (await http('GET /consumer/recommended-offers')).data.map(({ title }) => title)
  expect((await recommend()).toSorted()).toEqual(['Clicked', 'Liked', 'Of a category', 'Of a shop', 'Of a tag', 'Plain'])

  await http('PUT /consumer/update-profile/{id}', {
    params: { id: user.id },
    body: { interestedCategories: ['Food'], interestedTags: ['seafood'] },
  })
  await http('POST /consumer/liked-shops', { body: { shopId: find('Of a shop').shop._id } })
  await http('POST /consumer/liked-offers', { body: { offerId: find('Liked').id } })
  const body = {
    userId: user.id,
    interactionType: 'OFFER_CLICK',
    targetType: 'OFFER',
    targetId: find('Clicked').id,
    action: 'ADD',
  } as const
  await http('POST /interactions', { body })
  await app.clicks.fold()
  app.clock.advance(60_000)
  expect(await recommend()).toEqual(['Of a shop', 'Of a tag', 'Of a category', 'Clicked', 'Plain'])
})
