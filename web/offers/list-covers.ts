import { coverUrl, pickCompositions, type Composition } from '#contract/cover-rules.ts'
import type { Offer } from '#contract/offer.ts'

/** The covers of some offers of a list, by their ids. */
export type Covers = ReadonlyMap<string, string>
type Page = { data: Offer[] }
type Known = { before: string; compositions: Composition[]; covers: Covers }

const known = new WeakMap<Page, Known>()

/**
 * The covers of a list, page by page, such that neighbours differ. A page that was there before keeps its own, however many come after
 * it, and so does a page of which an offer has ended meanwhile: only what is new is worked out.
 */
export function listCovers(pages: readonly Page[]): Covers[] {
  let before: Composition[] = []
  return pages.map((page) => {
    const key = before.join()
    let entry = known.get(page)
    if (entry?.before !== key) {
      const compositions = pickCompositions(page.data, before)
      const covers = new Map(page.data.map((offer, index) => [offer.id, coverUrl(offer, compositions[index])]))
      known.set(page, (entry = { before: key, compositions, covers }))
    }
    before = entry.compositions.length > 0 ? entry.compositions : before
    return entry.covers
  })
}
