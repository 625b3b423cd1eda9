import { Link, type LinkProps } from 'react-router'

import { isPlainPress } from '#web/lib/is-plain-press.ts'
import { usePassedFocus, type Heirs } from '#web/lib/use-passed-focus.ts'

import { changeFilters, writeFilters, type FilterProps, type Wish } from './offer-address.ts'

type Looks = Pick<LinkProps, 'className' | 'children' | 'aria-label' | 'aria-current'>
type Props = FilterProps & Looks & { wish: Wish; heirs?: Heirs; onPress?: () => void }

/** For what changes the list and goes away with it. */
export const TO_LIST: Heirs = [() => document.querySelector('#available')]

/**
 * A wish one press away: a link, so that it works before the page is alive, and opens in another tab. Pressed, it joins what else has been
 * wished and is not on the screen yet. Where it goes away with its press, its heirs have the focus: the list, unless it says otherwise.
 */
export function WishLink({ filters, wish, change, heirs = TO_LIST, onPress, ...looks }: Props) {
  const ref = usePassedFocus<HTMLAnchorElement>(heirs)
  return (
    <Link
      {...looks}
      ref={ref}
      to={{ search: writeFilters(changeFilters(filters, wish)) }}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        change(wish)
        onPress?.()
      }}
    />
  )
}
