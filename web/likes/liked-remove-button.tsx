import { Icon } from '#web/ui/icon.tsx'

import type { Removable } from './liked-removal.ts'
import { LIKED_WORDS } from './liked-words.ts'
import { keyOf, useWantedLikes } from './wanted-likes.ts'

/** Stable, so that a card is drawn anew for what is its own alone. */
export type OnRemove = (target: Removable, button: HTMLElement) => void

/** Stands where other lists have the heart. The second press of two is not meant for the card that has come into the place of the first. */
export function RemoveButton({ target, onRemove }: { target: Removable; onRemove: OnRemove }) {
  const isBusy = useWantedLikes((likes) => likes[keyOf(target)] !== undefined)
  return (
    <button
      type="button"
      className="heart remove"
      aria-label={LIKED_WORDS[target.type].remove(target.name)}
      aria-busy={isBusy}
      onClick={(event) => event.detail < 2 && onRemove(target, event.currentTarget)}
    >
      <Icon name="trash" />
    </button>
  )
}
