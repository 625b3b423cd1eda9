import { expect, test } from 'vitest'

import { buildTown, NOW } from '#test/taste-town.ts'
import { emptyModel } from '../ranking/model.ts'
import { compareModels, partEvents, trainSuccessor } from './compare-models.ts'
import { trainModel } from './train-model.ts'
import { pickEvents, type TrainingSet } from './training-set.ts'

const settings = { beta: 0.2, share: 1, content: 0.2 }
const town = buildTown({ users: 300, strays: 0.05 })
const first = { ...town, events: pickEvents(town.events, partEvents(town.events, 0).before) }
const good = trainModel(first, { settings })
/** The same shoppers, whose choices say nothing any more. */
const spoilt: TrainingSet = {
  ...town,
  events: { ...town.events, shop: town.events.shop.map((shop, n) => (n % 10 === 9 ? shop : (n * 7) % 38)) },
}

test('without a model before, or with nothing new to judge by, the new one is accepted', () => {
  expect(trainSuccessor(town, undefined, { settings }).isAccepted).toBe(true)
  expect(trainSuccessor(town, emptyModel(), { settings }).isAccepted).toBe(true)
  const again = trainSuccessor(town, trainModel(town, { settings }), { settings })
  expect(again).toMatchObject({ isAccepted: true })
  expect(again.comparison).toBeUndefined()
})

test('what is kept back is the latest, after the previous model, and a tenth at most', () => {
  const { before, later } = partEvents(town.events, 0)
  expect(later.length).toBe(town.events.at.length / 10)
  const latestBefore = Math.max(...before.map((place) => town.events.at[place]!))
  expect(later.every((place) => town.events.at[place]! >= latestBefore)).toBe(true)
  expect(partEvents(town.events, NOW).later).toEqual([])
})

test('a model that is as good as the one before takes its place, and has then seen everything', () => {
  const { model, comparison, isAccepted } = trainSuccessor(town, good, { settings })
  expect(isAccepted).toBe(true)
  expect(comparison!.shoppers).toBeGreaterThan(30)
  expect(model.trainedUntil).toBe(Math.max(...town.events.at))
})

test('a model that is worse is refused', () => {
  const bad = trainModel({ ...spoilt, events: pickEvents(spoilt.events, partEvents(spoilt.events, 0).before) }, { settings })
  const { before, later } = partEvents(town.events, 0)
  const comparison = compareModels(good, bad, town, pickEvents(town.events, before), pickEvents(town.events, later))
  expect(comparison.next).toBeLessThan(comparison.previous)
  expect(comparison.isAccepted).toBe(false)
  expect(compareModels(bad, good, town, pickEvents(town.events, before), pickEvents(town.events, later)).isAccepted).toBe(true)
})
