import type { Model } from '../ranking/model.ts'
import type { Candidate, Question, Deed } from '../ranking/question.ts'
import { rankOffers } from '../ranking/rank-offers.ts'
import { mean, measureNdcg } from './hold-out.ts'
import { trainModel, type TrainingOptions } from './train-model.ts'
import { pickEvents, type Events, type TrainingSet } from './training-set.ts'

/** NDCG at 10 of both models on interactions that neither has seen, and over how many shoppers. */
export type Comparison = { shoppers: number; previous: number; next: number; isAccepted: boolean }

/** Fewer shoppers say nothing about a model; more only take longer. */
const LEAST = 30
const MOST = 500
/** Of all events at most this part is kept back. */
const SHARE = 0.1
/** Shops that a shopper is asked about beside those that they went on to choose. */
const BESIDE = 500

/** The events that neither model has seen: those since the previous one was trained, the latest of them where they are many. */
export function partEvents({ at }: Events, since: number) {
  const places = Array.from({ length: at.length }, (_, place) => place).toSorted((one, other) => at[one]! - at[other]!)
  const recent = places.findIndex((place) => at[place]! > since)
  const from = recent < 0 ? at.length : Math.max(recent, Math.ceil(at.length * (1 - SHARE)))
  return { before: places.slice(0, from), later: places.slice(from) }
}

/** What each shopper had not chosen before, among shops that all were asked about: both models answer the same questions. */
export function compareModels(previous: Model, next: Model, set: TrainingSet, before: Events, later: Events): Comparison {
  const had = shopsByUser(before)
  const wanted = shopsByUser(later)
  const step = Math.max(1, Math.floor(set.shops.length / BESIDE))
  const pairs: [previous: number, next: number][] = []
  for (const [user, chosen] of wanted) {
    const known = had.get(user) ?? new Set<number>()
    const targets = new Set([...chosen].filter((shop) => !known.has(shop)))
    if (targets.size === 0 || pairs.length >= MOST) continue
    const asked = set.shops.flatMap((_, shop) => (!known.has(shop) && (targets.has(shop) || shop % step === user % step) ? [shop] : []))
    const question = ask(set, [...known], asked)
    const wantedIds = new Set([...targets].map(String))
    const judge = (model: Model) =>
      measureNdcg(
        rankOffers(model, question).map(({ offerId }) => offerId),
        wantedIds,
      )
    pairs.push([judge(previous), judge(next)])
  }
  const gains = pairs.map(([old, made]) => made - old)
  const gain = mean(gains)
  const deviation = Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / Math.max(1, pairs.length))
  return {
    shoppers: pairs.length,
    previous: mean(pairs.map(([old]) => old)),
    next: mean(pairs.map(([, made]) => made)),
    // Worse by more than two standard errors is no chance any more.
    isAccepted: pairs.length < LEAST || gain >= -2 * deviation,
  }
}

function shopsByUser({ user, shop }: Events) {
  const shops = new Map<number, Set<number>>()
  for (let n = 0; n < user.length; n += 1) shops.set(user[n]!, (shops.get(user[n]!) ?? new Set<number>()).add(shop[n]!))
  return shops
}

/** A question about shops as if each had one offer, which is called by the shop's place in the set. */
function ask({ shops, categories }: TrainingSet, known: number[], asked: number[]): Question {
  const describe = (shop: number) => {
    const { id, position, categories: own } = shops[shop]!
    return { shopId: id, category: own.length > 0 ? categories[own[0]!]!.name : '', ...(position ? { position } : {}) }
  }
  const deeds = known.map((shop): Deed => ({ ...describe(shop), shopName: shops[shop]!.id, kind: 'like', at: 0 }))
  const candidates = asked.map((shop): Candidate => ({
    ...describe(shop),
    offerId: String(shop),
    tags: [],
    saving: 0,
    startsAt: -Infinity,
    endsAt: Infinity,
    popularity: 0,
  }))
  return {
    shopper: { deeds, interestedCategories: [], interestedTags: [], likedShops: [] },
    candidates,
    now: 0,
    limit: 10,
    seed: 0,
    neighbourhoods: [],
  }
}

/**
 * Trains the model that is to take the place of `previous`, and says whether it may: on what happened since `previous` was trained, kept from
 * both, it must not be worse beyond chance. The model that comes back has then seen everything. Without `previous`, or with too little
 * to judge by, it is accepted. Where it is not, the model of the trial comes back, for whoever wants to look at it.
 */
export function trainSuccessor(
  set: TrainingSet,
  previous: Model | undefined,
  options: TrainingOptions = {},
): { model: Model; comparison?: Comparison; isAccepted: boolean } {
  if (!previous || previous.method === 'none') return { model: trainModel(set, options), isAccepted: true }
  const { before, later } = partEvents(set.events, previous.trainedUntil)
  if (later.length < LEAST || before.length === 0) return { model: trainModel(set, options), isAccepted: true }
  const known = pickEvents(set.events, before)
  const trial = trainModel({ ...set, events: known }, options)
  const comparison = compareModels(previous, trial, set, known, pickEvents(set.events, later))
  options.say?.(`${comparison.shoppers} shoppers: NDCG ${comparison.previous.toFixed(4)} before, ${comparison.next.toFixed(4)} now`)
  if (!comparison.isAccepted) return { model: trial, comparison, isAccepted: false }
  const settings = trial.settings
  return { model: trainModel(set, { ...options, ...(settings ? { settings } : {}) }), comparison, isAccepted: true }
}
