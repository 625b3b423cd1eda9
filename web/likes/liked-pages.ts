import { COMPOSITIONS, pickCompositions, type Composition, type CoverSubject } from '#contract/cover-rules.ts'

type Page<T> = { data: T[]; count: number; total: number }
type Pages<T> = { pages: Page<T>[] }

/**
 * A list, page by page, without items that are gone, on these pages or on those behind them. A page that held none of them keeps its items;
 * where the next one begins does not change. A list on which none is has been fetched since, and stays.
 */
export function withoutLiked<T extends { id: string }, L extends Pages<T>>(list: L, gone: ReadonlySet<string>): L {
  if (!list.pages.some((page) => page.data.some(({ id }) => gone.has(id)))) return list
  const pages = list.pages.map((page) => {
    const data = page.data.filter(({ id }) => !gone.has(id))
    return { ...page, data: data.length === page.data.length ? page.data : data, count: data.length, total: page.total - gone.size }
  })
  return { ...list, pages }
}

/**
 * The compositions of covers such that neighbours differ, in a list that loses items one by one: `known` keeps what each has had, so that
 * no picture changes because the one beside it has gone.
 */
export function keepCompositions<T extends { id: string }>(
  known: Map<string, Composition>,
  items: T[],
  toSubject: (item: T) => CoverSubject,
) {
  const before: Composition[] = []
  for (const item of items) {
    const composition = known.get(item.id) ?? pickCompositions([toSubject(item)], before)[0] ?? COMPOSITIONS[0]
    known.set(item.id, composition)
    before.push(composition)
  }
  return known
}
