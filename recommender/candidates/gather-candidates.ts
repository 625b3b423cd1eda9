/**
 * The offers that are worth ranking: some hundreds, through indexes, never the whole catalogue. What many shoppers have in common (what is
 * popular, new, or of a category) is looked up once a minute; of a shopper's own only shops and surroundings are.
 */
import { LRUCache } from 'lru-cache'

import type { City } from '#contract/city.ts'
import { REACH } from '#contract/constants.ts'
import { distanceBetween } from '#contract/distance.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'

import type { Candidate } from '../ranking/question.ts'
import {
  findRevision,
  listEndingSoon,
  listInCategory,
  listNear,
  listNew,
  listOfShops,
  listPopular,
  listSaving,
  listWithTag,
} from './data.ts'
import { minuteOf, readCandidates, type Facts } from './keep-facts.ts'

/** How many each source may bring. Together they stay below MOST. */
const FROM = {
  popular: 300,
  new: 150,
  ending: 150,
  saving: 100,
  category: 100,
  categories: 6,
  tag: 40,
  tags: 5,
  near: 200,
  perShop: 8,
  shops: 60,
}
/** The hottest that are looked at for those that run. */
const WINDOW = 1_000
export const MOST = 2_000
const KEPT_SOURCES = 500

/** What a shopper's candidates follow from; ids and names that matter most stand first. */
export type Wish = { shopIds: string[]; categories: string[]; tags: string[]; near?: Position | undefined; excluded: Set<string> }

export function createCandidates(db: Db, city: City, facts: Facts) {
  const sources = new LRUCache<string, Promise<unknown>>({ max: KEPT_SOURCES })
  /** What is listed once for everyone. The minute and the revision are part of the key, so that nothing is older, whatever the clock. */
  const keepSources = (revision: number, now: number) => {
    const keep = <T>(name: string, list: () => Promise<T>): Promise<T> => {
      const key = `${revision} ${minuteOf(now)} ${name}`
      const known = sources.get(key) as Promise<T> | undefined
      if (known) return known
      const listed = list()
      sources.set(key, listed)
      listed.catch(() => sources.delete(key))
      return listed
    }
    const hottest = () => keep('hot', () => listPopular(db, now, WINDOW))
    return {
      popular: async () => idsOf((await hottest()).slice(0, FROM.popular)),
      popularIn: async (category: string) => idsOf((await hottest()).filter((row) => row.category === category).slice(0, FROM.category)),
      inCategory: (category: string) => keep(`category ${category}`, () => listInCategory(db, category, now, FROM.category)),
      withTag: (tag: string) => keep(`tag ${tag}`, () => listWithTag(db, tag, now, FROM.tag)),
      newest: () => keep('new', () => listNew(db, now, FROM.new)),
      ending: () => keep('ending', () => listEndingSoon(db, now, FROM.ending)),
      saving: () => keep('saving', () => listSaving(db, now, FROM.saving)),
      /** Shared by who is within a kilometre or so. */
      near: ({ lat, lng }: Position) =>
        keep(`near ${lat.toFixed(2)},${lng.toFixed(2)}`, () => listNear(db, { lat, lng }, now, { limit: FROM.near, window: WINDOW })),
    }
  }
  return {
    async gather({ shopIds, categories, tags, near, excluded }: Wish, now: number): Promise<Candidate[]> {
      const revision = await findRevision(db)
      facts.heed(revision, now)
      const from = keepSources(revision, now)
      const lists = await Promise.all([
        listOfShops(db, shopIds.slice(0, FROM.shops), FROM.perShop, now),
        near ? from.near(near) : [],
        ...tags.slice(0, FROM.tags).map((tag) => from.withTag(tag)),
        ...categories.slice(0, FROM.categories).flatMap((category) => [from.popularIn(category), from.inCategory(category)]),
        from.popular(),
        from.newest(),
        from.ending(),
        from.saving(),
      ])
      const ids = [...new Set(lists.flat())].filter((id) => !excluded.has(id)).slice(0, MOST)
      const centre = near ?? city.center
      return (await readCandidates(facts, ids, now, city)).filter(({ position }) => !position || distanceBetween(centre, position) <= REACH)
    },
  }
}
export type Candidates = ReturnType<typeof createCandidates>

const idsOf = (rows: { offer_id: string }[]) => rows.map((row) => row.offer_id)
