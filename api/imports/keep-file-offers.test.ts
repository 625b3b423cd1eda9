import { randomBytes } from 'node:crypto'

import { expect, test } from 'vitest'

import { FileOffers } from './keep-file-offers.ts'

const identities = Array.from({ length: 20_000 }, () => randomBytes(16).toString('base64url'))

test('a file of many offers knows each by the row that named it first, and stores what it has added alone', () => {
  const offers = new FileOffers()
  for (const [row, identity] of identities.entries()) expect(offers.name(identity, row + 2)).toBeUndefined()
  for (const [row, identity] of identities.entries()) expect(offers.name(identity, 1)).toBe(row + 2)
  const pieces = [...offers.pieces()]
  expect(pieces.length).toBe(4)

  const loaded = new FileOffers()
  for (const piece of pieces) loaded.load(piece)
  expect([...loaded.pieces()]).toEqual([])
  expect(loaded.name(identities[7]!, 99)).toBe(9)
  expect(loaded.name('another-offer-of-the-file', 99)).toBeUndefined()
  expect([...loaded.pieces()].map((piece) => piece.length)).toEqual([10])
})

test('what a refused row has named is free again, for whoever comes, and nothing else is lost by it', () => {
  const offers = new FileOffers()
  for (const [row, identity] of identities.entries()) offers.name(identity, row + 2)
  for (const [row, identity] of identities.entries()) if (row % 3 === 0) offers.release(identity, row + 2)
  // Of another row, or nothing that is there.
  offers.release(identities[1]!, 99)
  offers.release('never-named', 2)
  for (const [row, identity] of identities.entries()) expect(offers.name(identity, 50_000 + row)).toBe(row % 3 === 0 ? undefined : row + 2)
})
