import { AppError } from '#contract/errors.ts'
import { transact } from '#db/connection.ts'

import type { Context } from '../context.ts'
import type { Pictures } from '../uploads/store-pictures.ts'
import { findConsumer, pictureUrl, updateConsumer } from './data.ts'

/** Keeps a new picture and takes the old one away. Whichever of the two nobody shows in the end does not stay. */
export async function changePicture({ db }: Context, pictures: Pictures, consumerId: string, bytes: Buffer) {
  const picture = await pictures.store(bytes)
  try {
    const old = await transact(db, async (trx) => {
      const before = await findConsumer(trx, consumerId, { forUpdate: true })
      if (!before) throw new AppError('session_expired')
      await updateConsumer(trx, consumerId, { picture })
      return before.picture
    })
    await pictures.remove(old)
  } catch (error) {
    await pictures.remove(picture)
    throw error
  }
  return pictureUrl(picture)!
}
