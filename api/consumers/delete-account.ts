import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import { blurInteractionsOf, partFromOldInteractions } from '../interactions/data.ts'
import { isPassword } from '../passwords/hash-password.ts'
import { requireSamePassword } from '../passwords/require-same-password.ts'
import type { Pictures } from '../uploads/store-pictures.ts'
import { deleteConsumer, findConsumer } from './data.ts'

/** Takes an account away with everything that belongs to it: sessions, links of mails, likes, reports, the picture; what was done stays, of
 * nobody and without where exactly (D-55). A password is checked where one is sent (D-24). */
export async function deleteAccount({ db }: Context, pictures: Pictures, consumerId: string, password: string | undefined) {
  const compared = (await findConsumer(db, consumerId))?.password_hash
  if (password !== undefined && !(await isPassword(password, compared))) throw new AppError('wrong_password')
  await partFromOldInteractions(db, consumerId)
  const gone = await transact(db, async (trx) => {
    // Whatever they do at the same time is done before, or by nobody.
    if (password === undefined) await findConsumer(trx, consumerId, { forUpdate: true })
    else await requireSamePassword(trx, consumerId, compared)
    await blurInteractionsOf(trx, consumerId)
    return deleteConsumer(trx, consumerId)
  })
  await pictures.remove(gone?.picture ?? null)
}
