import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'

import { askAhead, forgetAhead } from './ask-ahead.ts'
import { changeFilters, readFilters, writeFilters, type ChangeFilters, type OfferFilters, type Wish } from './offer-address.ts'

/**
 * All that has been wished, until it is on the screen. On a busy device React may be some wishes behind: the next one is added to these,
 * or it would take back the last.
 */
let wanted: OfferFilters | undefined
/** The last of them, while the router is at it. */
let going: OfferFilters | undefined

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

  useEffect(() => {
    // Each time another address is shown, by a link or by Back, and it is the one that the history stands at, with nothing on its way behind it.
    if (navigation.state === 'idle' && !going && location.key === (historyState()?.key ?? 'default')) wanted = undefined
  }, [location.key, navigation.state])
  const isLeaving = navigation.location !== undefined && !pending
  useEffect(() => {
    if (isLeaving) forgetAhead()
  }, [isLeaving])

  const change: ChangeFilters = (wish, { isTyped = false, isLate = isTyped } = {}) => {
    if (isLate && isLeaving) return
    const next = changeFilters(wanted ?? filters, wish)
    wanted = going = next
    const search = writeFilters(next)
    const arrival = navigate(
      { search },
      {
        replace: (isTyped && isTypingEntry()) || search === window.location.search,
        state: isTyped ? { isTyping: true } : null,
        preventScrollReset: true,
      },
    )
    void Promise.resolve(arrival).finally(() => {
      if (going === next) going = undefined
    })
    askAhead(next, { isWanted: true })
  }
  /** Asks for the list of what is likely to be wished next. */
  const expect = (wish: Wish) => askAhead(changeFilters(wanted ?? filters, wish))
  return { filters, change, expect }
}

/**
 * Whether the entry that the history stands at was made by typing. Asked of the history itself: what React last rendered may be one
 * navigation behind, and replacing an entry that typing did not make would take it away.
 */
const isTypingEntry = () => historyState()?.usr?.isTyping === true
/** What the router keeps of the entry that the history stands at. */
const historyState = () => window.history.state as { key?: string; usr?: { isTyping?: boolean } | null } | null
