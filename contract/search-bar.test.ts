import { expect, test } from 'vitest'

import { moveSearchBar, type SearchBarState } from './search-bar.ts'

const at = (y: number, isHeld = false) => ({ y, viewportHeight: 1_000, isHeld })
const shownAt = (anchor: number): SearchBarState => ({ anchor, isHidden: false })

test('the search bar hides on the way down beyond 0.8 of the viewport, and not before [#257]', () => {
  expect(moveSearchBar(shownAt(0), at(800))).toEqual({ anchor: 800, isHidden: false })
  expect(moveSearchBar(shownAt(0), at(801))).toEqual({ anchor: 801, isHidden: true })
})

test('it comes back on the way up, wherever that is [#257]', () => {
  expect(moveSearchBar({ anchor: 5_000, isHidden: true }, at(4_985))).toEqual({ anchor: 4_985, isHidden: false })
})

test('movements under 15 px are ignored, but small ones add up [#257]', () => {
  const hidden = { anchor: 5_000, isHidden: true }
  expect(moveSearchBar(hidden, at(4_986))).toBe(hidden)
  expect(moveSearchBar(shownAt(5_000), at(5_014))).toEqual(shownAt(5_000))
  let state = shownAt(5_000)
  for (const y of [5_005, 5_010, 5_015]) state = moveSearchBar(state, at(y))
  expect(state).toEqual({ anchor: 5_015, isHidden: true })
})

test('it never hides while it is held (D-40)', () => {
  expect(moveSearchBar(shownAt(0), at(5_000, true))).toEqual(shownAt(5_000))
  expect(moveSearchBar({ anchor: 900, isHidden: true }, at(905, true)).isHidden).toBe(false)
})
