/**
 * Lists that ask what can be used now. No index knows that: the first STATUS_WINDOW offers in the list's order are looked at one by one
 * with the rule that draws the door sign, once a minute for everyone who asks the same.
 */
import { LRUCache } from 'lru-cache'

import { STATUS_WINDOW } from '#contract/constants.ts'
import { offerStatus, RANK, rankStatus } from '#contract/offer-status.ts'
import type { Offer } from '#contract/offer.ts'
import { HOUR, MINUTE } from '#contract/time.ts'

import type { Context } from '../context.ts'
import type { CursorKey } from '../http/cursor.ts'
import { sliceInTurn, toTotal, type Slice, type SliceRequest, type Total } from '../http/paging.ts'
import type { Picked } from './data-cards.ts'
import { pickOffers, type ListRequest } from './data.ts'
import { keepHours, readStatusFacts } from './data-status.ts'
import { showPicked } from './keep-cards.ts'
import { storedSortOf } from './order-offers.ts'

/** What was found out at one moment: the offers in their new order, and the key of the list's own order behind the last one looked at. */
type Ranking = { picked: Picked[]; behind: CursorKey | undefined }

const KEPT_RANKINGS = 100
/** A list goes on as it began for so long, however statuses change meanwhile. */
const GOES_ON_FOR = HOUR

export function createStatusLists({ db, clock, config: { city }, onCatalogueChange }: Context) {
  const kept = new LRUCache<string, Promise<Ranking>>({ max: KEPT_RANKINGS })
  const hours = keepHours()
  onCatalogueChange.add(() => {
    kept.clear()
    hours.clear()
  })

  async function rank(request: ListRequest, at: number): Promise<Ranking> {
    const { picked, behind } = await pickWindow(request)
    const facts = await readStatusFacts(
      db,
      picked.map((one) => one.offer_id),
      hours,
    )
    const ranks = new Map([...facts].map(([id, offer]) => [id, rankStatus(offerStatus(offer, at, city), at)]))
    const rankOf = (one: Picked) => ranks.get(one.offer_id) ?? Infinity
    if (request.filters.usable) return { picked: picked.filter((one) => rankOf(one) === RANK.usable), behind }
    return { picked: picked.toSorted((a, b) => rankOf(a) - rankOf(b)), behind }
  }

  async function pickWindow(request: ListRequest) {
    const sort = storedSortOf(request.filters)
    const picked: Picked[] = []
    let behind: CursorKey | undefined
    do {
      const slice: Slice<Picked> = await pickOffers(db, { ...request, sort, limit: STATUS_WINDOW - picked.length, after: behind })
      picked.push(...slice.items)
      behind = slice.next
    } while (behind && picked.length < STATUS_WINDOW)
    return { picked, behind }
  }

  /** The ranking of a minute. It is kept from the first who asks for it, also while it is being made. */
  function getRanking(request: ListRequest, at: number) {
    const { limit: _, cursor: __, ...question } = request.filters
    const key = JSON.stringify([at, question])
    const known = kept.get(key)
    if (known) return known
    const made = rank(request, at)
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return made
  }

  /** One page, and how many the list holds where it asks for nothing but what can be used now. */
  return async (request: ListRequest & SliceRequest): Promise<Slice<Offer> & { total: Total | undefined }> => {
    const { filters, limit, after } = request
    const now = clock.now()
    const begun = after?.[0] === 'status' ? Number(after[1]) : now
    const at = minuteOf(begun <= now && begun > now - GOES_ON_FOR ? begun : now)
    const ranking = await getRanking(request, at)
    const { items, next } = await sliceInTurn(
      { limit, after },
      ({ limit: count, after: key }) => Promise.resolve(cut(ranking, at, key ? Number(key[2]) : 0, count)),
      async ({ limit: count, after: key }) => {
        if (filters.usable || !ranking.behind) return { items: [], next: undefined }
        return pickOffers(db, { ...request, sort: storedSortOf(filters), limit: count, after: key ?? ranking.behind })
      },
    )
    const total = filters.usable && { ...toTotal(ranking.picked.length), ...(ranking.behind && { totalIsMore: true }) }
    return { items: await showPicked(db, items, city, filters.near), next, total: total || undefined }
  }
}

const minuteOf = (instant: number) => Math.floor(instant / MINUTE) * MINUTE

function cut({ picked }: Ranking, at: number, shown: number, limit: number): Slice<Picked> {
  const end = shown + limit
  return { items: picked.slice(shown, end), next: end < picked.length ? ['status', at, end] : undefined }
}
