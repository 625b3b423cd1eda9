/** What stands in the city and how busy it is: the facts of a model that need no learning. */
import { layFlat } from '../ranking/lay-flat.ts'
import { emptyModel, type Model } from '../ranking/model.ts'
import { countSupport, type Choices, type Items } from './gather-choices.ts'
import type { TrainingSet } from './training-set.ts'

/** Kilometres beyond which a shop does not count as around, and those at which it counts as near. */
const REACH = 2.5
const AROUND = 1
const NEAR = 0.2

export function surveyCity(set: TrainingSet, items: Items, choices: Choices): Model {
  const { shops, categories } = set
  const support = countSupport(choices)
  const names = [...new Set(categories.map(({ name, above }) => above ?? name))]
  const wider = Uint16Array.from(categories, ({ name, above }) => names.indexOf(above ?? name))
  const shopCategories = Int32Array.from(shops, (shop) => shop.categories[0] ?? -1)
  const model: Model = {
    ...emptyModel(),
    trainedUntil: set.events.at.reduce((latest, at) => Math.max(latest, at), 0),
    itemShops: items.shops,
    itemCategories: items.categories,
    support,
    shopIds: shops.map(({ id }) => id),
    ...layOut(shops),
    shopCategories,
    categories: categories.map(({ name }) => name),
    wider,
    categoryChoices: new Float32Array(categories.length),
    categoryShops: new Float32Array(categories.length),
    widerChoices: new Float32Array(names.length),
  }
  for (let item = 0; item < support.length; item += 1) {
    const own = items.categories[item]!
    const category = own >= 0 ? own : shopCategories[items.shops[item]!]!
    if (category < 0 || support[item] === 0) continue
    model.categoryChoices[category]! += support[item]!
    model.categoryShops[category]! += 1
    model.widerChoices[wider[category]!]! += support[item]!
  }
  return { ...model, ...lookAround(model) }
}

function layOut(shops: TrainingSet['shops']): Pick<Model, 'middle' | 'east' | 'north'> {
  const placed = shops.flatMap(({ position }) => position ?? [])
  const mean = (of: (position: { lat: number; lng: number }) => number) =>
    placed.reduce((sum, position) => sum + of(position), 0) / placed.length
  const middle = placed.length > 0 ? { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) } : { lat: 0, lng: 0 }
  const flat = shops.map(({ position }) => (position ? layFlat(middle, position) : { east: Number.NaN, north: Number.NaN }))
  return { middle, east: Float32Array.from(flat, ({ east }) => east), north: Float32Array.from(flat, ({ north }) => north) }
}

/** Shops by squares of REACH, so that only those close by are looked at. */
function* listAround(model: Model, shop: number, squares: Map<string, number[]>) {
  const [x, y] = [Math.floor(model.east[shop]! / REACH), Math.floor(model.north[shop]! / REACH)]
  for (let column = x - 1; column <= x + 1; column += 1)
    for (let row = y - 1; row <= y + 1; row += 1)
      for (const other of squares.get(`${column} ${row}`) ?? []) {
        const distance = Math.hypot(model.east[other]! - model.east[shop]!, model.north[other]! - model.north[shop]!)
        if (other !== shop && distance <= REACH) yield [other, distance] as const
      }
}

function lookAround(model: Model): Pick<Model, 'busyNear' | 'busyAround'> {
  const { shopIds, east, support } = model
  const squares = new Map<string, number[]>()
  for (let shop = 0; shop < shopIds.length; shop += 1) {
    if (Number.isNaN(east[shop]) || support[shop] === 0) continue
    const square = `${Math.floor(east[shop]! / REACH)} ${Math.floor(model.north[shop]! / REACH)}`
    const shops = squares.get(square)
    if (shops) shops.push(shop)
    else squares.set(square, [shop])
  }
  const busyNear = new Float32Array(shopIds.length)
  const busyAround = new Float32Array(shopIds.length)
  for (let shop = 0; shop < shopIds.length; shop += 1) {
    let [near, around] = [0, 0]
    for (const [other, distance] of listAround(model, shop, squares)) {
      near += support[other]! * Math.exp(-distance / NEAR)
      around += support[other]! * Math.exp(-distance / AROUND)
    }
    busyNear[shop] = Math.log1p(near)
    busyAround[shop] = Math.log1p(around)
  }
  return { busyNear, busyAround }
}
