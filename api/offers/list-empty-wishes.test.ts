import { expect, test } from 'vitest'

import { openTestApp } from '#test/app.ts'

test('an empty wish is none: tags= narrows nothing', async () => {
  const app = await openTestApp()
  await app.importRows([{ title: 'Plain tea', category: 'Food', shop: 'Tea House', address: '1 Leaf Lane' }])
  for (const query of ['tags=', 'tags=&tags=', 'q=&tags=&limit=5']) {
    const response = await app.server.inject(`/api/v1/offers/all?${query}`)
    expect([query, response.json<{ count: number }>().count]).toEqual([query, 1])
  }
})
