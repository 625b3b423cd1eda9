import { expect, test } from 'vitest'

import { coverOfShop, type Composition } from '#contract/cover-rules.ts'

import { keepCompositions, withoutLiked } from './liked-pages.ts'

const page = (...ids: string[]) => ({ data: ids.map((id) => ({ id })), count: ids.length, total: 5, nextCursor: null })

test('what is gone leaves its page and the totals; pages without it keep their items, what is on no page yet counts too, and nothing leaves twice', () => {
  const list = { pages: [page('a', 'b'), page('c', 'd'), page('e')], pageParams: [null, '1', '2'] }
  const rest = withoutLiked(list, new Set(['c', 'of a later page']))
  expect(rest.pages.map(({ data, count, total }) => [data.map(({ id }) => id).join(), count, total])).toEqual([
    ['a,b', 2, 3],
    ['d', 1, 3],
    ['e', 1, 3],
  ])
  expect(rest.pages[0]!.data).toBe(list.pages[0]!.data)
  expect(rest.pageParams).toBe(list.pageParams)
  expect(withoutLiked(rest, new Set(['c']))).toBe(rest)
})

test('neighbours have covers of their own, and keep them when one between them goes', () => {
  const shops = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, name: `Shop ${index}`, category: 'Food', categories: [] }))
  const known = new Map<string, Composition>()
  const first = [...keepCompositions(known, shops, coverOfShop)]
  for (const [index, [, composition]] of first.entries()) expect(composition).not.toBe(first[index + 1]?.[1])
  expect([...keepCompositions(known, shops.toSpliced(3, 1), coverOfShop)]).toEqual(first)
})
