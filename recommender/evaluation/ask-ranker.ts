/** Public data sets as a city of shops: items are shops with one offer each, interactions are likes. */
import { listLargest } from '../ranking/pick-offers.ts'
import type { Model } from '../ranking/model.ts'
import type { Candidate, Question, Deed } from '../ranking/question.ts'
import { rankOffers } from '../ranking/rank-offers.ts'
import { openModel, readProfile } from '../ranking/read-question.ts'
import type { Events, TrainingSet } from '../training/training-set.ts'
import type { Interaction, ListedItem } from './read-files.ts'

export type World = {
  set: TrainingSet
  users: Map<string, number>
  items: Map<string, ListedItem>
  toEvents: (interactions: Interaction[]) => Events
}

export function buildWorld(train: Interaction[], listed: ListedItem[]): World {
  const items = new Map(listed.map((item) => [item.id, item]))
  for (const { item } of train) if (!items.has(item)) items.set(item, { id: item })
  const places = new Map([...items.keys()].map((id, place) => [id, place]))
  const users = new Map([...new Set(train.map(({ user }) => user))].map((user, place) => [user, place]))
  const above = new Map([...items.values()].flatMap(({ category, top }) => (category === undefined ? [] : [[category, top] as const])))
  const names = [...above.keys()]
  const categories = new Map(names.map((name, place) => [name, place]))
  const toEvents = (interactions: Interaction[]): Events => {
    const known = interactions.filter(({ user, item }) => users.has(user) && places.has(item))
    return {
      user: Uint32Array.from(known, ({ user }) => users.get(user)!),
      shop: Uint32Array.from(known, ({ item }) => places.get(item)!),
      category: new Int32Array(known.length).fill(-1),
      weight: new Float32Array(known.length).fill(1),
      at: Float64Array.from(known, ({ at }) => at),
    }
  }
  const shops = [...items.values()].map(({ id, position, category }) => ({
    id,
    ...(position ? { position } : {}),
    categories: category === undefined ? [] : [categories.get(category)!],
  }))
  const wider = names.map((name) => ({ name, ...(above.get(name) === undefined ? {} : { above: above.get(name)! }) }))
  return { set: { shops, categories: wider, users: users.size, events: toEvents(train) }, users, items, toEvents }
}

/** More candidates than these are looked through for those that come into question, as candidates/ does for a city. */
const MOST = 6_000
const SIMILAR = 1_500
const POPULAR = 500

/** Asks the ranker for each user, and answers the ids of items, the best first, without those of `train`. */
export function* askRanker(model: Model, world: World, train: Interaction[], users: Iterable<string>, limit: number, among?: string[]) {
  const counts = new Map<string, number>()
  const byUser = new Map<string, Interaction[]>()
  for (const interaction of train) {
    counts.set(interaction.item, (counts.get(interaction.item) ?? 0) + 1)
    const own = byUser.get(interaction.user)
    if (own) own.push(interaction)
    else byUser.set(interaction.user, [interaction])
  }
  const ids = among ?? [...world.items.keys()]
  const candidates = ids.map((id) => toCandidate(world.items.get(id) ?? { id }, counts.get(id) ?? 0))
  const popular =
    candidates.length > MOST ? candidates.toSorted((one, other) => other.popularity - one.popularity).slice(0, POPULAR + 2_000) : []
  const byId = new Map(candidates.map((candidate) => [candidate.shopId, candidate]))
  const now = model.trainedUntil || 1
  for (const user of users) {
    const own = byUser.get(user) ?? []
    const seen = new Set(own.map(({ item }) => item))
    const deeds = own.map((interaction) => toDeed(interaction, world.items.get(interaction.item)!))
    const asked =
      candidates.length <= MOST
        ? candidates
        : [...similar(model, deeds, byId), ...popular.filter(({ shopId }) => !seen.has(shopId)).slice(0, POPULAR)]
    const question: Question = {
      shopper: { deeds, interestedCategories: [], interestedTags: [], likedShops: [] },
      candidates: asked.filter(({ shopId }) => !seen.has(shopId)),
      now,
      limit,
      seed: 0,
      neighbourhoods: [],
    }
    yield { user, items: rankOffers(model, question).map(({ offerId }) => offerId) }
  }
}

function similar(model: Model, deeds: Deed[], byId: Map<string, Candidate>) {
  const { scorer } = openModel(model)
  scorer.read(readProfile(openModel(model), deeds).profile)
  return listLargest(scorer.neighbourSums, SIMILAR + deeds.length).flatMap((item) => byId.get(model.shopIds[model.itemShops[item]!]!) ?? [])
}

const toCandidate = ({ id, category, position }: ListedItem, popularity: number): Candidate => ({
  offerId: id,
  shopId: id,
  category: category ?? '',
  tags: [],
  ...(position ? { position } : {}),
  saving: 0,
  startsAt: -Infinity,
  endsAt: Infinity,
  popularity,
})

const toDeed = ({ at }: Interaction, { id, category, position }: ListedItem): Deed => ({
  shopId: id,
  shopName: id,
  ...(category === undefined ? {} : { category }),
  ...(position ? { position } : {}),
  kind: 'like',
  at,
})
