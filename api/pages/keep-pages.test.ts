import { expect, test } from 'vitest'

import { createClock } from '#test/clock.ts'
import { PageCache } from './keep-pages.ts'

const MORNING = '2026-11-21T04:30:00.000Z'

function open() {
  const clock = createClock(MORNING)
  const cache = new PageCache(clock)
  let rendered = 0
  const ask = (address = '/', { status = 200, encoding = 'br' as const } = {}) =>
    cache.load(address, encoding, async () => {
      rendered += 1
      return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(`page ${rendered} `.repeat(500)) }
    })
  return { clock, cache, ask, count: () => rendered }
}

test('a page is rendered once in a second for each address, and asked for at once by many only once', async () => {
  const { clock, ask, count } = open()
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first.body).toBe(second.body)
  expect(first.headers).toEqual({ 'content-type': 'text/html', vary: 'accept-encoding', 'content-encoding': 'br' })
  await ask()
  expect(count()).toBe(1)
  await ask('/?q=tea')
  expect(count()).toBe(2)
  clock.set('2026-11-21T04:30:01.001Z')
  await ask()
  expect(count()).toBe(3)
})

test('what else a page varies by is told together with its encoding', async () => {
  const page = { status: 200, headers: { vary: 'save-data, cookie' }, body: Buffer.from('page') }
  const { headers } = await new PageCache(createClock(MORNING)).load('/', 'identity', async () => page)
  expect(headers['vary']).toBe('accept-encoding, save-data, cookie')
})

test('a change of the catalogue ends every page, also one that is being rendered', async () => {
  const { cache, ask, count } = open()
  const early = ask()
  cache.clear()
  await early
  await ask()
  expect(count()).toBe(2)
})

test('a page that is none is not kept, and a failure is not either', async () => {
  const { cache, ask, count } = open()
  await ask('/offers/unknown', { status: 404 })
  await ask('/offers/unknown', { status: 404 })
  expect(count()).toBe(2)
  await expect(cache.load('/', 'br', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect((await ask()).status).toBe(200)
})
