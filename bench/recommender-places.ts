/**
 * Visits of people to places, made up with as many of each as Gowalla has and about as hard: towns of very different sizes, a home and a taste
 * for each person, places of very different fame. What is popular and what neighbours of items find in it is near what they find in
 * Gowalla (Recall@20 of .042 and .146).
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { drawNumbers } from '#recommender/ranking/pick-offers.ts'

const PEOPLE = 29_858
const PLACES = 40_981
const TOWNS = 100
const TASTES = 6
/** How fast towns get smaller, how much fame differs, how often one is in a town that is not home, how much taste decides. */
const [DECLINE, FAME, AWAY, FIT] = [1.5, 1.7, 0.4, 0.3]
/** Places of a person: the middle and the spread of a logarithm, and the bounds of Gowalla. */
const [VISITS, SPREAD, FEWEST, MOST] = [3, 0.9, 10, 1_000]
/** One place in five of each person is to be found. */
const HELD = 0.21

type Place = { id: number; x: number; y: number; taste: number[]; fame: number }
type Person = { x: number; y: number; taste: number[] }

/** Draws a place of a sum of weights. */
function toWheel(weights: number[]) {
  let sum = 0
  const sums = Float64Array.from(weights, (weight) => (sum += weight))
  return (point: number) => {
    const wanted = point * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

function weigh(place: Place, person: Person) {
  let fit = 0
  for (let d = 0; d < TASTES; d += 1) fit += person.taste[d]! * place.taste[d]!
  return place.fame * Math.exp((FIT * fit) / Math.sqrt(TASTES) - Math.sqrt((place.x - person.x) ** 2 + (place.y - person.y) ** 2))
}

/** The places of each person, in the order of the people. */
export function* makeVisits(seed = 7): Generator<number[]> {
  const draw = drawNumbers(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  const drawTaste = () => Array.from({ length: TASTES }, normal)
  const towns = Array.from({ length: TOWNS }, (): Place[] => [])
  const town = toWheel(towns.map((_, n) => 1 / (n + 1) ** DECLINE))
  for (let id = 0; id < PLACES; id += 1)
    towns[town(draw())]!.push({ id, x: normal(), y: normal(), taste: drawTaste(), fame: Math.exp(FAME * normal()) })
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = { x: normal(), y: normal(), taste: drawTaste() }
    const wanted = Math.max(FEWEST, Math.min(MOST, Math.round(Math.exp(VISITS + SPREAD * normal()))))
    const known = [town(draw()), town(draw()), town(draw())].map((where) => towns[where]!).filter((places) => places.length > 0)
    const wheels = known.map((places) => toWheel(places.map((place) => weigh(place, person))))
    const visited = new Set<number>()
    for (let tries = 0; visited.size < wanted && tries < 4 * wanted; tries += 1) {
      const where = draw() < AWAY ? Math.floor(draw() * known.length) : 0
      visited.add(known[where]![wheels[where]!(draw())]!.id)
    }
    yield [...visited]
  }
}

/** Writes them into a folder, as measureQuality takes it. */
export function writePlaces(folder: string) {
  const draw = drawNumbers(23)
  const [train, test]: [string[], string[]] = [[], []]
  let person = 0
  for (const places of makeVisits()) {
    for (const place of places) (draw() < HELD ? test : train).push(`${person}\t${place}\n`)
    person += 1
  }
  writeFileSync(path.join(folder, 'train.tsv'), train.join(''))
  writeFileSync(path.join(folder, 'test.tsv'), test.join(''))
}
