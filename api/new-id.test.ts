import { expect, test } from 'vitest'

import { createIds } from './new-id.ts'

test('ids grow from one to the next, many of them within a millisecond, and no two makers make the same', () => {
  const makers = [createIds(), createIds()]
  const made = makers.map((newId) => Array.from({ length: 20_000 }, newId))
  for (const ids of made) {
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true)
    expect(Math.abs(Number.parseInt(ids.at(-1)!.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
  }
  expect(new Set(made.flat()).size).toBe(40_000)
})
