/** How well the ranker finds what people went on to choose, on public data, beside popularity and item neighbours, and with parts taken out. */
import { existsSync } from 'node:fs'
import path from 'node:path'

import { askRanker, buildWorld, type World } from '#recommender/evaluation/ask-ranker.ts'
import { readColumn, readInteractions, readItems, type Interaction } from '#recommender/evaluation/read-files.ts'
import type { Model } from '#recommender/ranking/model.ts'
import { listLargest } from '#recommender/ranking/pick-offers.ts'
import { gatherChoices, listItems } from '#recommender/training/gather-choices.ts'
import { trainModel } from '#recommender/training/train-model.ts'

import { learnLightGcn, type Learning } from './light-gcn.ts'

export type Score = { recall10: number; ndcg10: number; recall20: number; ndcg20: number; errorOfRecall10: number; errorOfNdcg10: number }
/** `cpuPerUser`: milliseconds for a list. */
export type Quality = {
  folder: string
  method: string
  seconds?: number
  cpuPerUser?: number
  users: number
  rows: [ranker: string, score: Score][]
}

type Lists = Iterable<{ user: string; items: string[] }>

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
const errorOf = (numbers: number[]) => Math.sqrt(mean(numbers.map((number) => (number - mean(numbers)) ** 2)) / numbers.length)

/** The definitions of LightGCN: over every user with something to find, binary relevance. */
export function scoreLists(lists: Lists, test: Map<string, Set<string>>): Score {
  const found = new Map([...lists].map(({ user, items }) => [user, items]))
  const results = [...test].map(([user, wanted]) => {
    const items = found.get(user) ?? []
    const at = (most: number) => {
      const hits = items.slice(0, most).map((item) => wanted.has(item))
      const gain = hits.reduce((sum, hit, rank) => sum + (hit ? 1 / Math.log2(rank + 2) : 0), 0)
      let best = 0
      for (let rank = 0; rank < Math.min(most, wanted.size); rank += 1) best += 1 / Math.log2(rank + 2)
      return { recall: hits.filter(Boolean).length / wanted.size, ndcg: gain / best }
    }
    return [at(10), at(20)] as const
  })
  const [recalls, ndcgs] = [results.map(([ten]) => ten.recall), results.map(([ten]) => ten.ndcg)]
  return {
    recall10: mean(recalls),
    ndcg10: mean(ndcgs),
    recall20: mean(results.map(([, twenty]) => twenty.recall)),
    ndcg20: mean(results.map(([, twenty]) => twenty.ndcg)),
    errorOfRecall10: errorOf(recalls),
    errorOfNdcg10: errorOf(ndcgs),
  }
}

function groupItems(interactions: Interaction[]) {
  const groups = new Map<string, Set<string>>()
  for (const { user, item } of interactions) groups.set(user, (groups.get(user) ?? new Set<string>()).add(item))
  return groups
}

/** The same list for everybody, without what they have. */
function* listPopular(train: Map<string, Set<string>>, users: Iterable<string>, among: string[]): Lists {
  const counts = new Map<string, number>()
  for (const items of train.values()) for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const order = among.toSorted((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
  for (const user of users) {
    const has = train.get(user)
    const items: string[] = []
    for (let n = 0; n < order.length && items.length < 20; n += 1) if (!has?.has(order[n]!)) items.push(order[n]!)
    yield { user, items }
  }
}

/** Item neighbours by the cosine of who chose them, shrunk where few did, the 100 nearest of each: the usual thing to beat. */
function* listNeighbours(train: Map<string, Set<string>>, users: Iterable<string>, among: string[]): Lists {
  const SHRINK = 20
  const NEAREST = 100
  const allowed = new Set(among)
  const byItem = new Map<string, string[]>()
  for (const [user, items] of train)
    for (const item of items) {
      const owners = byItem.get(item)
      if (owners) owners.push(user)
      else byItem.set(item, [user])
    }
  const near = new Map<string, [item: string, likeness: number][]>()
  for (const [item, owners] of byItem) {
    const common = new Map<string, number>()
    for (const owner of owners) for (const other of train.get(owner)!) common.set(other, (common.get(other) ?? 0) + 1)
    common.delete(item)
    const likeness = [...common].map(([other, count]): [string, number] => [
      other,
      count / (Math.sqrt(owners.length * byItem.get(other)!.length) + SHRINK),
    ])
    near.set(item, likeness.toSorted(([, one], [, next]) => next - one).slice(0, NEAREST))
  }
  for (const user of users) {
    const has = train.get(user) ?? new Set<string>()
    const sums = new Map<string, number>()
    for (const item of has)
      for (const [other, likeness] of near.get(item) ?? [])
        if (!has.has(other) && allowed.has(other)) sums.set(other, (sums.get(other) ?? 0) + likeness)
    yield {
      user,
      items: [...sums]
        .toSorted(([, one], [, next]) => next - one)
        .slice(0, 20)
        .map(([item]) => item),
    }
  }
}

/**
 * Small sets as the authors of LightGCN train it, large ones in larger batches by larger steps, for theirs would take very long
 * here. That both come to the same was not tried on one set; on films it comes to what is published but for a hundredth.
 */
const learningOf = (pairs: number): Learning =>
  pairs < 200_000 ? { batch: 2_048, rate: 0.001, epochs: 200, every: 10 } : { batch: 16_384, rate: 0.005, epochs: 80, every: 20 }

/** As its authors count: the best that it reaches on test, which is looked at every ten epochs. That is generous. */
export function measureLightGcn(folder: string, say: (line: string) => void): Score {
  const { set, users, items } = buildWorld(readInteractions(path.join(folder, 'train.tsv')), [])
  const choices = gatherChoices(set, listItems(set.shops, set.events))
  const names = [...items.keys()]
  const test = groupItems(readInteractions(path.join(folder, 'test.tsv')))
  let best: Score | undefined
  for (const { epoch, score } of learnLightGcn(choices, learningOf(choices.columns.length))) {
    const lists = [...users].flatMap(([user, n]) => {
      if (!test.has(user)) return []
      const scores = score(n)
      for (const item of choices.columns.subarray(choices.starts[n], choices.starts[n + 1])) scores[item] = -Infinity
      return { user, items: listLargest(scores, 20).map((item) => names[item]!) }
    })
    const found = scoreLists(lists, test)
    say(`${path.basename(folder)}, LightGCN after ${epoch} epochs: ${JSON.stringify(found)}`)
    if (!best || found.recall20 > best.recall20) best = found
  }
  return best!
}

const withoutContent = (model: Model): Model => ({ ...model, blend: { ...model.blend, content: 0 } })
const withoutNeighbours = (model: Model): Model => ({
  ...model,
  neighbours: { ...model.neighbours, values: new Float32Array(model.neighbours.values.length) },
})

export function measureQuality(folder: string, say: (line: string) => void): Quality {
  const file = (name: string) => path.join(folder, name)
  const train = readInteractions(file('train.tsv'))
  const world: World = buildWorld(train, existsSync(file('items.tsv')) ? readItems(file('items.tsv')) : [])
  const among = existsSync(file('candidates.txt')) ? readColumn(file('candidates.txt')) : undefined
  const test = groupItems(readInteractions(file('test.tsv')))
  const started = performance.now()
  const model = trainModel(world.set, { say })
  const seconds = (performance.now() - started) / 1000
  const owned = groupItems(train)
  const items = among ?? [...world.items.keys()]
  const rows: Quality['rows'] = []
  const add = (name: string, lists: Lists) => {
    rows.push([name, scoreLists(lists, test)])
    say(`${path.basename(folder)}, ${name}: ${JSON.stringify(rows.at(-1)![1])}`)
  }
  const ask = (asked: Model) => askRanker(asked, world, train, test.keys(), 20, among)
  const from = process.cpuUsage()
  add('**Kade**', ask(model))
  const { user, system } = process.cpuUsage(from)
  const cpuPerUser = (user + system) / 1000 / test.size
  add('… without content and place', ask(withoutContent(model)))
  add('… without neighbours', ask(withoutNeighbours(model)))
  add('popularity', listPopular(owned, test.keys(), items))
  add('item neighbours, cosine', listNeighbours(owned, test.keys(), items))
  return { folder: path.basename(folder), method: model.method, seconds, cpuPerUser, users: test.size, rows }
}
