import { expect, test } from 'vitest'

import { openTestApp } from '#test/app.ts'

test('the whole list says that the database is away, instead of breaking off', async () => {
  const { server, context } = await openTestApp()
  const { read } = context.pool
  context.pool.read = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  const response = await server.inject('/api/v1/offers/all')
  context.pool.read = read
  expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([
    503,
    '2',
    expect.objectContaining({ success: false, code: 'unavailable' }),
  ])
  for (let time = 0; time < 3; time++) expect((await server.inject('/api/v1/offers/all')).json()).toMatchObject({ success: true, data: [] })
})
