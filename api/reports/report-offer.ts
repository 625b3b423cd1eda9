import { AppError } from '#contract/errors.ts'
import { isOfferUpcoming } from '#contract/offer-rules.ts'
import type { ReportReason } from '#contract/report-texts.ts'
import { isForeignKeyViolation, transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import { findOffer } from '../offers/data.ts'
import { flagOffer, insertReport, lockOffer } from './data.ts'

type Report = { offerId: string; consumerId: string; reason: ReportReason }

/** Takes a shopper's word that an offer did not work, once until somebody has checked. Where enough have said so, its page says it from now on. */
export async function reportOffer(context: Context, { offerId, consumerId, reason }: Report) {
  const { db, clock, config } = context
  const now = clock.now()
  const found = await findOffer(db, { id: offerId, now, city: config.city })
  if (!found) throw new AppError('offer_not_found')
  if (found.isWithdrawn) throw new AppError('offer_withdrawn')
  if (isOfferUpcoming(found.offer, now)) throw new AppError('invalid_input', { message: 'This offer has not started yet.' })
  const id = found.offer.id
  try {
    const isFlagged = await transact(db, async (trx) => {
      if (!(await lockOffer(trx, id))) throw new AppError('offer_not_found')
      if (!(await insertReport(trx, { offerId: id, consumerId, reason, now }))) throw new AppError('already_reported')
      return flagOffer(trx, id)
    })
    // Who said so sees it on the page at once; other servers show it within a minute.
    if (isFlagged) for (const tell of context.onOfferChange) tell(id)
  } catch (error) {
    // The account went between the look and the report.
    if (isForeignKeyViolation(error)) throw new AppError('session_expired', { cause: error })
    throw error
  }
}
