import { expect, test, vi } from 'vitest'

import { createLastUsed } from './last-used.ts'

test('what was used longest ago makes room, and no more than was agreed stays', () => {
  const kept = createLastUsed<string, number>(2)
  kept.set('a', 1)
  kept.set('b', 2)
  kept.get('a')
  kept.set('c', 3)
  kept.set('c', 4)
  expect([...kept.entries()]).toEqual([
    ['c', 4],
    ['a', 1],
  ])
})

test('an entry lasts as long as was agreed, or for ever', async () => {
  const [short, long] = [createLastUsed<string, number>(2, 10), createLastUsed<string, number>(2)]
  short.set('a', 1)
  long.set('a', 1)
  await vi.waitFor(() => expect(short.get('a')).toBeUndefined())
  expect(long.get('a')).toBe(1)
})
