/** Chance that repeats itself: the same seed and place give the same numbers, whatever was drawn elsewhere. */

export type Random = {
  /** From 0 up to, but not including, 1. */
  next: () => number
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number
  chance: (share: number) => boolean
  pick: <T>(items: readonly T[]) => T
  /** Around 0, mostly between -1 and 1. */
  spread: () => number
}

/** FNV-1a, then a finish that spreads neighbouring numbers far apart. */
function mix(...parts: (number | string)[]) {
  let hash = 0x811c9dc5
  for (const character of parts.join(':')) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Mulberry32, begun at the place that `parts` name. */
export function createRandom(...parts: (number | string)[]): Random {
  let state = mix(...parts)
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    spread: () => next() + next() + next() + next() - 2,
  }
}

/** Chooses by weight: answers a function from a number below 1 to an item. */
export function createLottery<T>(items: readonly T[], weightOf: (item: T) => number): (at: number) => T {
  const bounds: number[] = []
  let sum = 0
  for (const item of items) bounds.push((sum += weightOf(item)))
  return (at) =>
    items[
      Math.max(
        0,
        bounds.findIndex((bound) => at * sum < bound),
      )
    ]!
}
