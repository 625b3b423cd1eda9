import { pickCompositions, type Composition, type CoverSubject } from '#contract/cover-rules.ts'

/** The covers of some items of a list, by their ids. */
export type Covers = ReadonlyMap<string, string>
type Page<T> = { data: readonly T[] }
type Known = { before: string; compositions: Composition[]; covers: Covers }

const known = new WeakMap<object, Known>()

/**
 * The covers of a list, page by page, such that neighbours differ. A page that was there before keeps its own, however many come after it, and
 * so does a page of which an item has gone meanwhile: only what is new is worked out.
 */
export function pickCovers<T extends { id: string }>(
  pages: readonly Page<T>[],
  toSubject: (item: T) => CoverSubject,
  toUrl: (item: T, composition?: Composition) => string,
): Covers[] {
  let before: Composition[] = []
  return pages.map((page) => {
    const key = before.join()
    let entry = known.get(page)
    if (entry?.before !== key) {
      const compositions = pickCompositions(page.data.map(toSubject), before)
      const covers = new Map(page.data.map((item, index) => [item.id, toUrl(item, compositions[index])]))
      known.set(page, (entry = { before: key, compositions, covers }))
    }
    if (entry.compositions.length > 0) before = entry.compositions
    return entry.covers
  })
}
