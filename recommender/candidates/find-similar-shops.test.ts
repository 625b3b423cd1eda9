import { expect, test } from 'vitest'

import { emptyModel, type Model } from '../ranking/model.ts'
import { findSimilarShops } from './find-similar-shops.ts'

/** Four items of three shops, the first of which has two of them. */
const model: Model = {
  ...emptyModel(),
  shopIds: ['a', 'b', 'c'],
  itemShops: Uint32Array.from([0, 0, 1, 2]),
  neighbours: {
    starts: Uint32Array.from([0, 2, 3, 4, 4]),
    columns: Uint32Array.from([1, 2, 3, 0]),
    values: Float32Array.from([0.9, 0.3, 0.5, 0.2]),
  },
}

test('shops that are chosen together come with the strongest first, by all items of the shops given, which are left out', () => {
  expect(findSimilarShops(model, ['a'], 10)).toEqual(['c', 'b'])
  expect(findSimilarShops(model, ['a', 'b'], 10)).toEqual(['c'])
  expect(findSimilarShops(model, ['a'], 1)).toEqual(['c'])
})

test('a shop that the model does not know, and a model that knows nothing, bring none', () => {
  expect(findSimilarShops(model, ['x', 'c'], 10)).toEqual([])
  expect(findSimilarShops(emptyModel(), ['a'], 10)).toEqual([])
})
