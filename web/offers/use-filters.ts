import { useLocation, useNavigate, useNavigation } from 'react-router'

import { readFilters, writeFilters, type OfferFilters } from './offer-address.ts'

/**
 * The wishes in the address, and how to change them. While their answer is on its way, the fields already show the new ones. A run of
 * letters typed is one entry in the history, so that Back leads out of the search and not through its letters.
 */
export function useFilters() {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const pending = navigation.location?.pathname === location.pathname ? navigation.location : undefined
  const filters = readFilters(new URLSearchParams((pending ?? location).search))

  const change = (next: OfferFilters, { typed = false } = {}) =>
    void navigate(
      { search: writeFilters(next) },
      { replace: typed && isTypingEntry(), state: typed ? { isTyping: true } : null, preventScrollReset: true },
    )
  return { filters, change }
}

/**
 * Whether the entry that the history stands at was made by typing. Asked of the history itself: what React last rendered may be one
 * navigation behind, and replacing an entry that typing did not make would take it away.
 */
const isTypingEntry = () => (window.history.state as { usr?: { isTyping?: boolean } | null } | null)?.usr?.isTyping === true
