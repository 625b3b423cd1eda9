import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'
import { isId } from '#db/filters.ts'

import type { Context } from '../context.ts'
import { flagOffer, lockOffer, reopenReports, settleReports } from './data.ts'

/** An operator has checked an offer: its reports are settled, its page says nothing of them any more, and whoever reported it may do so again. */
export async function checkOffer(context: Context, offerId: string) {
  const { db, clock } = context
  const id = offerId.toLowerCase()
  const settle = () => transact(db, async (trx) => (await lockOffer(trx, id)) && settleReports(trx, id, clock.now()))
  if (!isId(id) || !(await settle()))
    throw new AppError('offer_not_found', { message: 'There is nothing to check: nobody has reported this offer since.' })
  for (const tell of context.onOfferChange) tell(id)
}

/** Takes it back: the reports that were settled last count again, and where they are enough the page says so again. */
export async function reopenOffer(context: Context, offerId: string) {
  const { db } = context
  const id = offerId.toLowerCase()
  const reopen = () =>
    transact(db, async (trx) => {
      if (!(await lockOffer(trx, id)) || !(await reopenReports(trx, id))) return false
      await flagOffer(trx, id)
      return true
    })
  if (!isId(id) || !(await reopen()))
    throw new AppError('offer_not_found', { message: 'There is nothing to take back: no reports of this offer were checked.' })
  for (const tell of context.onOfferChange) tell(id)
}
