import { INTEREST_LIMIT } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import { distinctInterests, findConsumer, updateConsumer } from '../consumers/data.ts'
import type { Context } from '../context.ts'

export type InterestList = 'interested_categories' | 'interested_tags'

/** Changes one list of somebody's interests; of several who do so at once, each finds what the other left. Answers the list. */
export function changeInterests(
  { db }: Context,
  consumerId: string,
  list: InterestList,
  change: (before: string[]) => string[],
): Promise<string[]> {
  return transact(db, async (trx) => {
    const consumer = await findConsumer(trx, consumerId, { forUpdate: true })
    if (!consumer) throw new AppError('session_expired')
    const after = distinctInterests(change(consumer[list]))
    if (after.length > INTEREST_LIMIT)
      throw new AppError('invalid_input', { message: `At most ${INTEREST_LIMIT} can be chosen. Remove one first.` })
    await updateConsumer(trx, consumerId, { [list]: after })
    return after
  })
}
