import { expect, test } from 'vitest'

import { forgetClick, noteClick } from './click-throttle.ts'

const makeStorage = (before?: string) => {
  const items = new Map(before === undefined ? [] : [['clicks', before]])
  return { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => void items.set(key, value) }
}
const NOW = Date.parse('2026-11-22T06:00:00.000Z')

test('a click counts once in six hours for each offer or shop [#171, #252]', () => {
  const storage = makeStorage()
  expect(noteClick(storage, 'OFFER:1', NOW)).toBe(true)
  expect(noteClick(storage, 'OFFER:1', NOW + 21_599_999)).toBe(false)
  expect(noteClick(storage, 'SHOP:1', NOW + 21_599_999)).toBe(true)
  expect(noteClick(storage, 'OFFER:1', NOW + 21_600_000)).toBe(true)
  expect(noteClick(storage, 'OFFER:1', NOW + 21_600_001)).toBe(false)
})

test('one that did not arrive is told again', () => {
  const storage = makeStorage()
  noteClick(storage, 'OFFER:1', NOW)
  forgetClick(storage, 'OFFER:1')
  expect(noteClick(storage, 'OFFER:1', NOW + 1)).toBe(true)
})

test.each([undefined, 'garbage', 'null', '[]', '{"OFFER:1":"yesterday"}', `{"OFFER:1":${NOW + 1}}`])(
  'what is stored as %s holds nothing back',
  (stored) => {
    expect(noteClick(makeStorage(stored), 'OFFER:1', NOW)).toBe(true)
  },
)

test('what is older than six hours is thrown away, and a storage that refuses does no harm', () => {
  const storage = makeStorage(JSON.stringify({ 'OFFER:old': NOW - 21_600_000 }))
  noteClick(storage, 'OFFER:1', NOW)
  expect(storage.getItem('clicks')).toBe(JSON.stringify({ 'OFFER:1': NOW }))
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(noteClick({ getItem: refuse, setItem: refuse }, 'OFFER:1', NOW)).toBe(true)
  expect(noteClick(undefined, 'OFFER:1', NOW)).toBe(true)
})
