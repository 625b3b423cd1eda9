import { TOTAL_LIMIT } from '#contract/constants.ts'
import type { Offer } from '#contract/offer.ts'

import type { Context } from '../context.ts'
import { createStreams } from '../http/streamed-answer.ts'
import { streamOffers } from './data.ts'

const BATCH = 500
const AT_ONCE = 2
const BUSY = 'The whole list is being read by others. Ask for a page with limit=100, or come back in a moment.'

/**
 * Every running offer as one JSON answer, written batch by batch in bounded memory (D-49). Two may be read at a time; who comes
 * third is asked to come back.
 */
export function createOfferStreams({ db, clock, config }: Context) {
  const open = createStreams({ atOnce: AT_ONCE, busy: BUSY })
  return () => open(() => writeList(streamOffers(db, { now: clock.now(), city: config.city, batch: BATCH })))
}

async function* writeList(batches: AsyncIterable<Offer[]>) {
  let count = 0
  // Nothing goes out before the first batch is there: a database that is away can still be told with its status.
  const begin = () => (count === 0 ? '{"success":true,"data":[' : '')
  for await (const offers of batches) {
    yield `${begin() || ','}${offers.map((offer) => JSON.stringify(offer)).join(',')}`
    count += offers.length
  }
  yield `${begin()}],"count":${count},"total":${Math.min(count, TOTAL_LIMIT)},"totalIsMore":${count > TOTAL_LIMIT},"nextCursor":null}`
}
