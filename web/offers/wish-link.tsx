import { Link, type LinkProps } from 'react-router'

import { isPlainPress } from '#web/lib/is-plain-press.ts'

import { changeFilters, writeFilters, type FilterProps, type Wish } from './offer-address.ts'

type Looks = Pick<LinkProps, 'className' | 'children' | 'aria-label' | 'aria-current'>
type Props = FilterProps & Looks & { wish: Wish; onPress?: () => void }

/**
 * A wish one press away: a link, so that it works before the page is alive, and opens in another tab. Pressed, it joins what else has been
 * wished and is not on the screen yet.
 */
export const WishLink = ({ filters, wish, change, onPress, ...looks }: Props) => (
  <Link
    {...looks}
    to={{ search: writeFilters(changeFilters(filters, wish)) }}
    onClick={(event) => {
      if (!isPlainPress(event)) return
      event.preventDefault()
      change(wish)
      onPress?.()
    }}
  />
)
