import { TOTAL_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import type { Offer } from '#contract/offer.ts'

import type { Context } from '../context.ts'
import { StreamedAnswer } from '../http/streamed-answer.ts'
import { streamOffers } from './data.ts'

const BATCH = 500
const AT_ONCE = 2
/** A reader that takes nothing for so long gives its place to others. */
const PATIENCE = 10_000

/**
 * Every running offer as one JSON answer, written batch by batch in bounded memory (D-49). Two may be read at a time; who comes
 * third is asked to come back.
 */
export function createOfferStreams({ db, clock, config }: Context) {
  let running = 0
  const release = () => {
    running -= 1
  }
  return () => {
    if (running >= AT_ONCE) {
      throw new AppError('too_many_requests', {
        message: 'The whole list is being read by others. Ask for a page with limit=100, or come back in a moment.',
        retryAfter: 5,
      })
    }
    running += 1
    return new StreamedAnswer(writeList(streamOffers(db, { now: clock.now(), city: config.city, batch: BATCH })), {
      release,
      patience: PATIENCE,
    })
  }
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
