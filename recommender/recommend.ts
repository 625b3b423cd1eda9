/**
 * What is recommended to a shopper: signals, candidates, ranking. The same code runs inside the main process and as a process of its own;
 * it answers ids, and whoever shows them looks up the facts.
 */
import type { City } from '#contract/city.ts'
import { REACH, RECOMMENDED } from '#contract/constants.ts'
import { distanceBetween } from '#contract/distance.ts'
import { HOUR, MINUTE } from '#contract/time.ts'
import type { Position } from '#contract/wire.ts'
import type { Db } from '#db/connection.ts'
import { createLastUsed } from '#db/last-used.ts'
import { getRevision } from '#db/revision.ts'

import { findSimilarShops } from './candidates/find-similar-shops.ts'
import { createCandidates, type Wish } from './candidates/gather-candidates.ts'
import { keepFacts } from './candidates/keep-facts.ts'
import type { Model } from './ranking/model.ts'
import type { Candidate, Ranked, Signals } from './ranking/question.ts'
import { rankOffers } from './ranking/rank-offers.ts'
import { describeShopper } from './signals/describe-shopper.ts'
import { weighOwn } from './signals/fold-popularity.ts'
import { readShopper, type LoggedDeed } from './signals/read-shopper.ts'

type Log = { info: (fields: object, text: string) => void }
export type RecommenderParts = { db: Db; city: City; clock: { now: () => number }; log: Log; getModel: () => Model | Promise<Model> }
/** `near` is where the shopper says that they are. Nothing more is begun for a list whose `signal` says that nobody waits for it. */
export type RankRequest = { near?: Position | undefined; signal?: AbortSignal | undefined }

/** Shops that people choose together with a shopper's own: so many bring candidates. */
const SIMILAR = 40
/** Exploration draws anew after so long: whoever comes back sees something else, whoever looks again sees the same. */
const EXPLORES_ANEW = HOUR
/** What is popular is ranked so often for everyone. */
const POPULAR_LIFE = MINUTE / 2
/** Whether what is popular is still true is waited for so long; after that it is shown as it was. */
const PATIENCE = 100
/** What is popular is ranked for cells of so many degrees: some hundreds make up a city. */
const CELL = 0.05

export function createRecommender({ db, city, clock, log, getModel }: RecommenderParts) {
  const facts = keepFacts(db)
  const candidates = createCandidates(db, city, facts)
  const logExplored = createExploredLog(log)
  const popular = createLastUsed<string, Promise<Ranked[]>>(500)
  const lastPopular = createLastUsed<string, Ranked[]>(500)

  type Asker = { shopper: Signals; deeds?: LoggedDeed[]; seed: number; signal?: AbortSignal | undefined }
  async function rank(wish: Wish, { shopper, deeds = [], seed, signal }: Asker): Promise<Ranked[]> {
    const now = clock.now()
    const [model, found] = await Promise.all([getModel(), candidates.gather(wish, now)])
    signal?.throwIfAborted()
    const own = weighOwn(deeds, now)
    const offers = own.size === 0 ? found : found.map((candidate) => takeOff(candidate, own.get(candidate.offerId)))
    return rankOffers(model, { shopper, candidates: offers, now, limit: RECOMMENDED.limit, seed, neighbourhoods: city.neighbourhoods })
  }

  /** For anyone: what is popular in the city, or near a place of it. Nothing is explored. It is kept for half a minute, while the catalogue stays as it is. */
  async function rankPopular(request: RankRequest = {}): Promise<Ranked[]> {
    const near = toCell(inReach(request.near, city))
    const cell = near ? `${near.lat},${near.lng}` : ''
    const last = lastPopular.get(cell)
    const revision = await (last ? Promise.race([getRevision(db), wait(PATIENCE)]) : getRevision(db))
    if (revision === undefined && last) return last
    const key = `${revision} ${Math.floor(clock.now() / POPULAR_LIFE)} ${cell}`
    const known = popular.get(key)
    if (known) return known
    const wish = { near, shopIds: [], categories: [], tags: [], excluded: new Set<string>() }
    const ranked = rank(wish, { shopper: { ...NOBODY, ...(near && { near }) }, seed: 0 })
    popular.set(key, ranked)
    ranked.then(
      (list) => lastPopular.set(cell, list),
      () => popular.delete(key),
    )
    return ranked
  }

  /** For one shopper, from what they have done up to now; for somebody who has no account any more, what is popular. */
  async function rankFor(consumerId: string, request: RankRequest = {}): Promise<Ranked[]> {
    const [known, model] = await Promise.all([readShopper(db, consumerId), getModel()])
    request.signal?.throwIfAborted()
    if (!known) return rankPopular(request)
    const near = inReach(request.near, city)
    const { shopper, shopIds, categories } = await describeShopper(known, near, facts)
    request.signal?.throwIfAborted()
    const similar = findSimilarShops(model, shopIds, SIMILAR)
    const wish = { near, shopIds: [...shopIds, ...similar], categories, tags: known.interestedTags, excluded: known.excluded }
    const seed = seedOf(consumerId, clock.now())
    const ranked = await rank(wish, { shopper, deeds: known.deeds, seed, signal: request.signal })
    logExplored(seed, ranked)
    return ranked
  }
  return { rankFor, rankPopular }
}
export type Recommender = ReturnType<typeof createRecommender>

/** What somebody has opened themselves is not popular for that. */
const takeOff = (candidate: Candidate, own: number | undefined): Candidate =>
  own === undefined ? candidate : { ...candidate, popularity: Math.max(0, candidate.popularity - own), isOpened: true }

const NOBODY: Signals = { deeds: [], interestedCategories: [], interestedTags: [], likedShops: [] }

/** Somebody who is elsewhere is not far from everything here: they look from afar, and distance says nothing. */
const inReach = (near: Position | undefined, city: City) => (near && distanceBetween(near, city.center) <= REACH ? near : undefined)

const toCell = (near: Position | undefined) => near && { lat: toStep(near.lat), lng: toStep(near.lng) }
const toStep = (degrees: number) => Number((Math.round(degrees / CELL) * CELL).toFixed(2))
const wait = (milliseconds: number) => new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), milliseconds).unref())

/** The same shopper in the same hour has the same seed; never 0. FNV-1a. */
export function seedOf(consumerId: string, now: number): number {
  let hash = 0x811c9dc5
  for (const letter of `${consumerId} ${Math.floor(now / EXPLORES_ANEW)}`) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return hash >>> 0 || 1
}

/** What was explored is told once for each seed, which stays here: ids are known, and whoever has one could work out whose seed it is. */
function createExploredLog(log: Log) {
  const told = createLastUsed<number, true>(10_000)
  return (seed: number, ranked: Ranked[]) => {
    const explored = ranked.flatMap(({ offerId, isExplored }) => (isExplored ? [offerId] : []))
    if (explored.length === 0 || told.has(seed)) return
    told.set(seed, true)
    log.info({ explored }, 'offers explored')
  }
}
