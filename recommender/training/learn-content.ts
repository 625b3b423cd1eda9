import { describeFit, FEATURES, sumProfile, type Profile } from '../ranking/describe-fit.ts'
import type { Model, Trees } from '../ranking/model.ts'
import type { Item } from '../ranking/score-subjects.ts'
import type { Choices } from './gather-choices.ts'
import { growTrees } from './grow-trees.ts'
import { drawNumbers } from '../ranking/pick-offers.ts'

/** Choices to learn from, and shops not chosen beside each of them. */
const MOST = 20_000
const BESIDE = 20

/** Whether anything is known of the shops but who chose them. */
export const hasContent = ({ east, shopCategories }: Model) =>
  shopCategories.some((category) => category >= 0) || east.some((one) => !Number.isNaN(one))

/**
 * Learns what a choice looks like by content and place. Each choice is described as if nobody had ever chosen that shop (leave one out), beside shops
 * drawn at random that the same shopper did not choose: so it holds for shops that are new.
 */
export function learnContent(model: Model, choices: Choices, seed: number, most = MOST): Trees {
  const draw = drawNumbers(seed)
  const warm = Uint32Array.from(model.support.keys()).filter((item) => model.support[item]! > 0)
  const { starts, columns, users } = choices
  if (warm.length < 2 || !hasContent(model))
    return { depth: 0, features: new Uint8Array(0), thresholds: new Float32Array(0), leaves: new Float32Array(0) }
  const share = Math.min(1, most / columns.length)
  const room = 2 * most * (BESIDE + 1)
  const rows = new Float32Array(Math.min(room, columns.length * (BESIDE + 1)) * FEATURES)
  const answers = new Uint8Array(rows.length / FEATURES)
  let count = 0
  const row = new Float32Array(FEATURES)
  const learn = (answer: number) => {
    rows.set(row, count * FEATURES)
    answers[count] = answer
    count += 1
  }
  for (let user = 0; user < users; user += 1) {
    const [from, to] = [starts[user]!, starts[user + 1]!]
    const drawn = Array.from({ length: to - from }, (_, n) => n).filter(() => draw() < share)
    if (drawn.length === 0 || to - from < 2) continue
    const profile = makeProfile(model, choices, user)
    const sums = sumProfile(model, profile)
    const chosen = new Set(columns.subarray(from, to))
    for (const without of drawn) {
      if (count + BESIDE >= answers.length) break
      describeFit(model, sums, makeSubject(model, columns[from + without]!), without, row)
      learn(1)
      for (let n = 0; n < BESIDE; n += 1) {
        const other = warm[Math.floor(draw() * warm.length)]!
        if (chosen.has(other)) continue
        describeFit(model, sums, makeSubject(model, other), -1, row)
        learn(0)
      }
    }
  }
  return growTrees(rows.subarray(0, count * FEATURES), FEATURES, answers.subarray(0, count))
}

/** The shopper of one row of choices, as rankOffers would see them. */
export function makeProfile(model: Model, { starts, columns, values, strengths }: Choices, user: number): Profile {
  const [from, to] = [starts[user]!, starts[user + 1]!]
  const items = Int32Array.from(columns.subarray(from, to))
  return {
    items,
    values: values.subarray(from, to),
    strengths: strengths.subarray(from, to),
    east: Float32Array.from(items, (item) => model.east[model.itemShops[item]!]!),
    north: Float32Array.from(items, (item) => model.north[model.itemShops[item]!]!),
    categories: items.map((item) => categoryOf(model, item)),
  }
}

export const categoryOf = (model: Model, item: number) =>
  model.itemCategories[item]! >= 0 ? model.itemCategories[item]! : model.shopCategories[model.itemShops[item]!]!

export function makeSubject(model: Model, item: number): Item {
  const shop = model.itemShops[item]!
  return { item, shop, category: categoryOf(model, item), east: model.east[shop]!, north: model.north[shop]! }
}
