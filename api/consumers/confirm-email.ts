import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import { hashLinkToken } from '../passwords/send-link.ts'
import { findConsumer, takeMailToken, updateConsumer } from './data.ts'

/** Whoever has the link of a mail reads the address that it went to, if that is still the account's. */
export const confirmEmail = ({ db, clock }: Context, token: string) =>
  transact(db, async (trx) => {
    const now = clock.now()
    const taken = await takeMailToken(trx, { hash: hashLinkToken(token), purpose: 'confirm', now })
    const consumer = taken && (await findConsumer(trx, taken.consumer_id, { forUpdate: true }))
    if (!taken || consumer?.email !== taken.email) throw new AppError('link_expired')
    await updateConsumer(trx, consumer.id, { email_confirmed_at: new Date(now) })
  })
