import { AppError, errors } from '#contract/errors.ts'
import type { Trx } from '#db/connection.ts'

import { findConsumer, type ConsumerRow } from '../consumers/data.ts'

/** Says it at the field, too. */
export const refusePassword = (message: string = errors.wrong_password[1]) =>
  new AppError('wrong_password', { message, fields: { 'body.currentPassword': message } })

/**
 * The account, held until the transaction ends, with the password that was compared before it: hashing takes too long to hold a row, and
 * whoever resets a password meanwhile does so to keep out who knew the old one.
 */
export async function requireSamePassword(
  trx: Trx,
  id: string,
  compared: string | null | undefined,
  refuse = () => new AppError('wrong_password'),
): Promise<ConsumerRow> {
  const consumer = await findConsumer(trx, id, { forUpdate: true })
  if (!consumer) throw new AppError('session_expired')
  if (consumer.password_hash !== compared) throw refuse()
  return consumer
}
