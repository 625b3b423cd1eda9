/** When the search bar gets out of the way of the list. Pure: who scrolls tells where they are. */
import { SEARCH_BAR } from './constants.ts'

/** `anchor` is the position, in pixels, from which the next movement is measured. */
export type SearchBarState = { anchor: number; isHidden: boolean }

/**
 * The bar hides while one scrolls down beyond 0.8 of the viewport's height, and comes back when one scrolls up. Movements of less than
 * 15 px change nothing, and it never hides while it is held: by who types in it (D-40), or by its own place in the page, where it would leave a hole.
 */
export function moveSearchBar(
  state: SearchBarState,
  { y, viewportHeight, isHeld }: { y: number; viewportHeight: number; isHeld: boolean },
): SearchBarState {
  if (isHeld) return { anchor: y, isHidden: false }
  const movement = y - state.anchor
  if (Math.abs(movement) < SEARCH_BAR.threshold) return state
  return { anchor: y, isHidden: movement > 0 && y > SEARCH_BAR.hideBeyond * viewportHeight }
}
