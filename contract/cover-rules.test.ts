import fc from 'fast-check'
import { expect, test } from 'vitest'

import { COMPOSITIONS, coverUrl, pickComposition, pickCompositions } from './cover-rules.ts'

const subject = (id: string, discount = 20, discountIsUpTo = false) => ({
  id,
  title: `Tea ${id}`,
  category: 'Food',
  discount,
  discountIsUpTo,
})

test('no cover repeats the one beside it or above it, in one to four columns', () => {
  const list = fc.array(fc.record({ id: fc.uuid(), discount: fc.integer({ min: 0, max: 60 }), discountIsUpTo: fc.boolean() }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(list, (offers) => {
      const picked = pickCompositions(offers.map(({ id, discount, discountIsUpTo }) => subject(id, discount, discountIsUpTo)))
      for (const [index, composition] of picked.entries())
        for (const distance of [1, 2, 3, 4]) expect(picked[index - distance]).not.toBe(composition)
    }),
  )
})

test('a picture shows a number only where the saving is true and worth it', () => {
  const picked = (discount: number, isUpTo: boolean) =>
    new Set(Array.from({ length: 200 }, (_, index) => pickComposition(subject(String(index), discount, isUpTo))))
  expect(picked(20, false)).toContain('figure')
  expect(picked(9, false)).not.toContain('figure')
  expect(picked(50, true)).not.toContain('figure')
  expect(picked(20, false).size).toBe(COMPOSITIONS.length)
})

test('the same offer always has the same address, and another one when what it shows changes', () => {
  expect(coverUrl(subject('a'))).toBe(coverUrl(subject('a')))
  expect(coverUrl(subject('a'))).toMatch(/^\/covers\/a\/[a-z]+-[0-9a-z]+\.svg$/)
  expect(coverUrl(subject('a', 30))).not.toBe(coverUrl(subject('a', 20)))
})
