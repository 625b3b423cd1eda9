import { expect, test } from 'vitest'

import { coverUrl, type CoverSubject } from '#contract/cover-rules.ts'

import { pickCovers } from './pick-covers.ts'

type Page = { data: CoverSubject[] }
const makePage = (page: number): Page => ({
  data: Array.from({ length: 20 }, (_, index) => ({
    id: `${page}-${index}`,
    title: 'Tea',
    category: 'Food',
    discount: 20,
    discountIsUpTo: false,
  })),
})

test('covers of neighbours differ across pages, and those of a page stay, however many come after it', () => {
  const pick = (some: Page[]) => pickCovers(some, (subject) => subject, coverUrl)
  const pages = [makePage(0), makePage(1), makePage(2)]
  const first = pick(pages.slice(0, 2))
  const all = pick(pages)
  expect(all[0]).toBe(first[0])
  expect(all[1]).toBe(first[1])
  const drawn = all.flatMap((covers) => [...covers.values()].map((url) => url.split('/').at(-1)))
  expect(drawn).toHaveLength(60)
  for (const [index, file] of drawn.entries()) expect(drawn.slice(Math.max(0, index - 4), index)).not.toContain(file)
})
