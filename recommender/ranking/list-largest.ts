/** The places of the largest numbers, the largest first; of equal ones the earlier. -Infinity and NaN are never among them. */
export function listLargest(numbers: Float32Array | Float64Array, most: number): number[] {
  const best: number[] = []
  let least = -Infinity
  for (let n = 0; n < numbers.length; n += 1) {
    const number = numbers[n]!
    if (!(number > least)) continue
    let [low, high] = [0, best.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (numbers[best[middle]!]! >= number) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, n)
    if (best.length > most) best.pop()
    if (best.length === most) least = numbers[best[most - 1]!]!
  }
  return best
}
