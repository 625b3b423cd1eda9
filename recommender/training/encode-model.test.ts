import { expect, test } from 'vitest'

import { buildQuestion, buildDeed, buildTown } from '#test/taste-town.ts'
import { emptyModel } from '../ranking/model.ts'
import { rankOffers } from '../ranking/rank-offers.ts'
import { decodeModel, encodeModel } from './encode-model.ts'
import { trainModel } from './train-model.ts'

const model = trainModel(buildTown(), { settings: { beta: 0.2, penalty: 12, share: 0.3, content: 0.2 } })

test('a model comes back out of its bytes as it was, and ranks alike', () => {
  const again = decodeModel(encodeModel(model))
  expect(again).toEqual(model)
  const question = buildQuestion({ shopper: { deeds: [buildDeed(1)] }, seed: 4 })
  expect(rankOffers(again, question)).toEqual(rankOffers(model, question))
  expect(decodeModel(encodeModel(emptyModel()))).toEqual(emptyModel())
})

test('bytes from the middle of a buffer are read too, as a driver hands them out', () => {
  const bytes = encodeModel(model)
  const buffer = new Uint8Array(bytes.length + 3)
  buffer.set(bytes, 3)
  expect(decodeModel(buffer.subarray(3))).toEqual(model)
})

test('other bytes, another edition and damage are refused, each in its words', () => {
  expect(() => decodeModel(new Uint8Array(0))).toThrow('no model')
  expect(() => decodeModel(new TextEncoder().encode('x'.repeat(200)))).toThrow('no model')
  const older = encodeModel(model)
  older[4] = 99
  expect(() => decodeModel(older)).toThrow('edition 99')
  const bytes = encodeModel(model)
  expect(() => decodeModel(bytes.subarray(0, bytes.length - 4))).toThrow('damaged')
  for (const at of [20, 60, bytes.length >> 1, bytes.length - 1]) {
    const damaged = bytes.slice()
    damaged[at]! ^= 1
    expect(() => decodeModel(damaged)).toThrow('damaged')
  }
})
