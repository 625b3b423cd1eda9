import { expect, test } from 'vitest'

import { readDataSaving } from './read-data-saving.ts'

test('data is saved where the browser says so, or where it was chosen in Settings', () => {
  expect(readDataSaving({})).toBe(false)
  expect(readDataSaving({ 'save-data': 'on' })).toBe(true)
  expect(readDataSaving({ 'save-data': 'off' })).toBe(false)
  expect(readDataSaving({ cookie: 'data-saving=on' })).toBe(true)
  expect(readDataSaving({ cookie: 'a=b; data-saving=on;c=d' })).toBe(true)
  for (const cookie of ['data-saving=off', 'no-data-saving=on', 'x=data-saving=on', 'data-saving=only', ';;='])
    expect([cookie, readDataSaving({ cookie })]).toEqual([cookie, false])
})
