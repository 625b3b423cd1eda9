import { PAGE_SIZE, RELATED, TOTAL_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import type { Offer } from '#contract/offer.ts'
import { MINUTE } from '#contract/time.ts'
import { wholeList } from '#contract/wire.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { readCursor } from '../http/cursor.ts'
import { toPage, toTotal, type Slice, type SliceRequest, type Total } from '../http/paging.ts'
import { listRelatedOffers } from './data-related.ts'
import { countOffers, countOffersNowhere, findOffer, listOffers, type ListRequest } from './data.ts'
import { keepCards } from './keep-cards.ts'
import { createTotals } from './keep-totals.ts'
import { createStatusLists } from './list-by-status.ts'
import { measureLife } from './measure-life.ts'
import { asksForStatus, isKeyOf, storedSortOf } from './order-offers.ts'
import { createOfferStreams } from './stream-offers.ts'

export function registerOffers(bind: Bind, context: Context) {
  const { db, clock, config } = context
  const { city } = config
  keepCards(context)
  const totals = createTotals(context)
  const streamEveryOffer = createOfferStreams(context)
  const keep = ({ data }: { data: Offer | Offer[] }) => measureLife([data].flat(), clock.now())

  const listByStatus = createStatusLists(context)
  const listPage = (
    request: ListRequest & SliceRequest & { matches: Total | undefined },
  ): Promise<Slice<Offer> & { total?: Total | undefined }> => {
    const { filters } = request
    if (asksForStatus(filters)) return listByStatus(request)
    return listOffers(db, { ...request, sort: storedSortOf(filters) })
  }

  bind('GET /offers/all', {
    // What can be used now changes with the minute.
    keep: (answer) => Math.min(keep(answer), MINUTE - (clock.now() % MINUTE)),
    stream: ({ query }) => (Object.keys(query).length === 0 ? streamEveryOffer() : undefined),
    handle: async ({ query }) => {
      const limit = query.limit ?? PAGE_SIZE
      const request = { filters: query, now: clock.now(), city }
      const cursor = readCursor(query.cursor, (key) => isKeyOf(query, key))
      const { total: known, ...slice } = await listPage({ ...request, limit, after: cursor?.key, matches: totals.last(query) })
      const isWhole = !cursor && !slice.next
      const total =
        cursor ?? known ?? (isWhole ? toTotal(slice.items.length) : await totals.count(query, (from) => countOffers(from, request)))
      // Which of those could be used now nobody has looked at.
      const isCounted = query.radius !== undefined && !query.usable
      const nowhere = !isCounted ? {} : { withoutPosition: Math.min(await countOffersNowhere(db, request), TOTAL_LIMIT) }
      return { ...toPage(slice, total), ...nowhere }
    },
  })

  bind('GET /offers/related', {
    keep,
    handle: async ({ query }) =>
      wholeList(await listRelatedOffers(db, { ...query, limit: query.limit ?? RELATED.limit, now: clock.now(), city })),
  })

  bind('GET /offers/{id}', {
    keep,
    handle: async ({ params }) => {
      const now = clock.now()
      const found = await findOffer(db, { id: params.id, now, city })
      if (!found) throw new AppError('offer_not_found')
      if (found.isWithdrawn) {
        const { category, tags } = found.offer
        throw new AppError('offer_withdrawn', {
          details: {
            similar: await listRelatedOffers(db, { category, tags: tags.slice(0, RELATED.tags), limit: RELATED.limit, now, city }),
          },
        })
      }
      return { data: found.offer }
    },
  })
}
