const gainAt = Float64Array.from({ length: 1_000 }, (_, rank) => 1 / Math.log2(rank + 2))

/** NDCG at `most` of a list, best first: 1 where all that was wanted stands at its head. */
export function measureNdcg(list: ArrayLike<number>, wanted: ReadonlySet<number>, most = 10) {
  let [gain, best] = [0, 0]
  for (let rank = 0; rank < Math.min(most, list.length); rank += 1) if (wanted.has(list[rank]!)) gain += gainAt[rank]!
  for (let rank = 0; rank < Math.min(most, wanted.size); rank += 1) best += gainAt[rank]!
  return best === 0 ? 0 : gain / best
}

export const mean = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
