/** What stands in the city and how busy it is: the facts of a model that need no learning. */
import { emptyModel, layFlat, type Model } from '../ranking/model.ts'
import { countSupport, type Choices, type Items } from './gather-choices.ts'
import type { TrainingSet } from './training-set.ts'

/** Popularity is a floor: it orders what nothing else is known of, and moves little else. */
const FLOOR = 0.02
/** Kilometres at which choices nearby, and around, count for 1/e. */
const NEAR = 0.2
const AROUND = 1
/** The city in squares of so many kilometres; those so many squares away are looked at. */
const SQUARE = 0.25
const NEAR_SQUARES = 3
const AROUND_SQUARES = 10

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
    blend: { content: 0, popularity: FLOOR },
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
  const flatten = layFlat(middle)
  const flat = shops.map(({ position }) => (position ? flatten(position) : { east: Number.NaN, north: Number.NaN }))
  return { middle, east: Float32Array.from(flat, ({ east }) => east), north: Float32Array.from(flat, ({ north }) => north) }
}

type Square = { shops: number[]; choices: number }

/** A square by its place, east and north; a city has less than a million of them in a row. */
const keyOf = (column: number, row: number) => column * 1_000_000 + row

/** What is near is measured shop by shop; what is around by the middles of squares. */
function lookAround({ shopIds, east, north, support }: Model): Pick<Model, 'busyNear' | 'busyAround'> {
  const squares = new Map<number, Square>()
  const column = (shop: number) => Math.floor(east[shop]! / SQUARE)
  const row = (shop: number) => Math.floor(north[shop]! / SQUARE)
  for (let shop = 0; shop < shopIds.length; shop += 1) {
    if (Number.isNaN(east[shop]) || support[shop] === 0) continue
    const square = squares.get(keyOf(column(shop), row(shop))) ?? { shops: [], choices: 0 }
    square.shops.push(shop)
    square.choices += support[shop]!
    squares.set(keyOf(column(shop), row(shop)), square)
  }
  const sumNear = (shop: number, { shops }: Square) => {
    let sum = 0
    for (const other of shops) {
      const [x, y] = [east[other]! - east[shop]!, north[other]! - north[shop]!]
      if (other !== shop) sum += support[other]! * Math.exp(-Math.sqrt(x * x + y * y) / NEAR)
    }
    return sum
  }
  const busyNear = new Float32Array(shopIds.length)
  const busyAround = new Float32Array(shopIds.length)
  for (let shop = 0; shop < shopIds.length; shop += 1) {
    if (Number.isNaN(east[shop])) continue
    let [near, around] = [0, 0]
    for (let x = column(shop) - AROUND_SQUARES; x <= column(shop) + AROUND_SQUARES; x += 1)
      for (let y = row(shop) - AROUND_SQUARES; y <= row(shop) + AROUND_SQUARES; y += 1) {
        const square = squares.get(keyOf(x, y))
        if (!square) continue
        const [aside, along] = [Math.abs(x - column(shop)), Math.abs(y - row(shop))]
        const [dx, dy] = [(x + 0.5) * SQUARE - east[shop]!, (y + 0.5) * SQUARE - north[shop]!]
        const own = aside + along === 0 ? support[shop]! : 0
        around += (square.choices - own) * Math.exp(-Math.sqrt(dx * dx + dy * dy) / AROUND)
        if (aside <= NEAR_SQUARES && along <= NEAR_SQUARES) near += sumNear(shop, square)
      }
    busyNear[shop] = Math.log1p(near)
    busyAround[shop] = Math.log1p(around)
  }
  return { busyNear, busyAround }
}
