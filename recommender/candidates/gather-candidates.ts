/**
 * The offers that are worth ranking: some hundreds, through indexes, never the whole catalogue. What many shoppers have in common (what is
 * popular, new, or of a category) is looked up once a minute; of a shopper's own only shops and surroundings are.
 */
import type { City } from '#contract/city.ts'
import { COUNTER_LIFE, REACH } from '#contract/constants.ts'
import { distanceBetween } from '#contract/distance.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { createLastUsed } from '#db/last-used.ts'
import { getRevision } from '#db/revision.ts'

import type { Candidate } from '../ranking/question.ts'
import { listEndingSoon, listInCategory, listNear, listNew, listOfShops, listHottest, listSaving, listWithTag } from './data.ts'
import { isLive, readCandidates, type Facts, type OfferFacts } from './keep-facts.ts'

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
/** So many of the hottest are looked at for those of a category. */
const HOTTEST = 1_000
export const MOST = 2_000
const KEPT_SOURCES = 500

/** What a shopper's candidates follow from; ids and names that matter most stand first. */
export type Wish = { shopIds: string[]; categories: string[]; tags: string[]; near?: Position | undefined; excluded: Set<string> }

export function createCandidates(db: Db, city: City, facts: Facts) {
  const keepSources = createSources()
  return {
    async gather({ shopIds, categories, tags, near, excluded }: Wish, now: number): Promise<Candidate[]> {
      const revision = await getRevision(db)
      facts.heed(revision)
      const keep = keepSources(revision, now)
      const heats = await keep('hottest', () => listHottest(db, now, HOTTEST))
      const popular = await listLive(facts, [...heats.keys()].slice(0, HOTTEST), now)
      const wanted = categories.slice(0, FROM.categories)
      const popularOf = wanted.map((category) => popular.filter((offer) => offer.category === category).slice(0, FROM.category))
      const lists = await Promise.all([
        listOfShops(db, shopIds.slice(0, FROM.shops), FROM.perShop, now),
        near ? keep(`near ${cellOf(near)}`, () => listNear(db, near, now, FROM.near)) : [],
        ...tags.slice(0, FROM.tags).map((tag) => keep(`tag ${tag}`, () => listWithTag(db, tag, now, FROM.tag))),
        ...wanted.map((category) => keep(`category ${category}`, () => listInCategory(db, category, now, FROM.category))),
        keep('new', () => listNew(db, now, FROM.new)),
        keep('ending', () => listEndingSoon(db, now, FROM.ending)),
        keep('saving', () => listSaving(db, now, FROM.saving)),
      ])
      const ids = [...new Set([...lists.flat(), ...idsOf([...popularOf.flat(), ...popular.slice(0, FROM.popular)])])]
        .filter((id) => !excluded.has(id))
        .slice(0, MOST)
      const found = await readCandidates(facts, ids, { heats, now, city })
      const centre = near ?? city.center
      return found.filter(({ position }) => !position || distanceBetween(centre, position) <= REACH)
    },
  }
}
export type Candidates = ReturnType<typeof createCandidates>

const idsOf = (offers: OfferFacts[]) => offers.map(({ offerId }) => offerId)
async function listLive(facts: Facts, ids: string[], now: number) {
  const found = await facts.readOffers(ids)
  return ids.flatMap((id) => found.get(id) ?? []).filter((offer) => isLive(offer, now))
}
/** Who is within a kilometre or so shares what is near. */
const cellOf = ({ lat, lng }: Position) => `${lat.toFixed(2)},${lng.toFixed(2)}`

type Kept = { revision: number; step: number; listed: Promise<unknown>; isThere: boolean }
/**
 * Lists that many share, looked up once every half minute while the catalogue stays as it is. Whoever comes when one has just become old gets it
 * once more, and has it looked up behind: nobody waits, and nothing is older than a minute.
 */
function createSources() {
  const sources = createLastUsed<string, Kept>(KEPT_SOURCES)
  function look<T>(name: string, at: Pick<Kept, 'revision' | 'step'>, list: () => Promise<T>): Promise<T> {
    const listed = list()
    const kept: Kept = { ...at, listed, isThere: false }
    const before = sources.get(name)
    // One that can be shown stays until there is another.
    const stays = before?.isThere && before.revision === at.revision && at.step - before.step === 1
    if (stays) before.step = at.step
    else sources.set(name, kept)
    listed.then(
      () => sources.set(name, { ...kept, isThere: true }),
      () => sources.delete(name),
    )
    return stays ? (before.listed as Promise<T>) : listed
  }
  return (revision: number, now: number) => {
    const step = Math.floor(now / (COUNTER_LIFE / 2))
    return <T>(name: string, list: () => Promise<T>): Promise<T> => {
      const known = sources.get(name)
      if (known?.revision === revision && known.step === step) return known.listed as Promise<T>
      return look(name, { revision, step }, list)
    }
  }
}
