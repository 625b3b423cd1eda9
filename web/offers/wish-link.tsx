import type { ComponentProps } from 'react'
import { Link } from 'react-router'

import { changeFilters, writeFilters, type OfferFilters, type Wish } from './offer-address.ts'

type Props = Omit<ComponentProps<typeof Link>, 'to'> & { filters: OfferFilters; wish: Wish; change: (wish: Wish) => void }

/**
 * A wish one press away: a link, so that it works before the page is alive, and opens in another tab. Pressed, it joins what else has been
 * wished and is not on the screen yet.
 */
export const WishLink = ({ filters, wish, change, onClick, ...others }: Props) => (
  <Link
    {...others}
    to={{ search: writeFilters(changeFilters(filters, wish)) }}
    preventScrollReset
    onClick={(event) => {
      onClick?.(event)
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      change(wish)
    }}
  />
)
