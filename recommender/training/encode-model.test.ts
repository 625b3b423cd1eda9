import { expect, test } from 'vitest'

import { buildDeed, buildQuestion, buildTown } from '#test/taste-town.ts'
import { emptyModel } from '../ranking/model.ts'
import { rankOffers } from '../ranking/rank-offers.ts'
import { decodeModel, encodeModel } from './encode-model.ts'
import { trainModel } from './train-model.ts'

const model = trainModel(buildTown(), { settings: { beta: 0.2, penalty: 12, share: 0.3, content: 0.2 } })

test('a model comes back out of its bytes as it was, and ranks alike', async () => {
  const again = await decodeModel(encodeModel(model))
  expect(again).toEqual(model)
  const question = buildQuestion({ shopper: { deeds: [buildDeed(1)] }, seed: 4 })
  expect(rankOffers(again, question)).toEqual(rankOffers(model, question))
  expect(await decodeModel(encodeModel(emptyModel()))).toEqual(emptyModel())
})

test('bytes from the middle of a buffer are read too, as a driver hands them out', async () => {
  const bytes = encodeModel(model)
  const buffer = new Uint8Array(bytes.length + 3)
  buffer.set(bytes, 3)
  expect(await decodeModel(buffer.subarray(3))).toEqual(model)
})

test('other bytes, another edition and damage are refused, each in its words', async () => {
  await expect(decodeModel(new Uint8Array(0))).rejects.toThrow('no model')
  await expect(decodeModel(new TextEncoder().encode('x'.repeat(200)))).rejects.toThrow('no model')
  const older = encodeModel(model)
  older[4] = 99
  await expect(decodeModel(older)).rejects.toThrow('edition 99')
  const bytes = encodeModel(model)
  await expect(decodeModel(bytes.subarray(0, bytes.length - 4))).rejects.toThrow('damaged')
  for (const at of [20, 60, bytes.length >> 1, bytes.length - 1]) {
    const damaged = bytes.slice()
    damaged[at]! ^= 1
    await expect(decodeModel(damaged)).rejects.toThrow('damaged')
  }
})
