/** The SQL of proofs: which have let somebody in. */
import type { Trx } from '#db/connection.ts'

/** Whether this is the first time. Of several at once, one is. */
export async function insertUsedProof(trx: Trx, { nonce, expires }: { nonce: string; expires: number }) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_proof')
    .values({ nonce, expires_at: new Date(expires) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
