import type { HeldLock } from '#db/pool.ts'

/** Versions that are walked at a time: after the undo of a large file the way is long, and no statement may be. */
const PIECE = 20_000

/**
 * The newest offer that shows once an import is published, or null where none does. No offer above it shows until something else is
 * published. The caller holds the catalogue.
 */
export async function findNewestShown({ connection }: HeldLock, importId: number): Promise<string | null> {
  let from: unknown = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  for (;;) {
    // What is replaced shows no more, but where another import, which is hidden, replaced it.
    const { rows } = await connection.query(
      `with piece as materialized (
         select offer_id, removed_in from offer_version where withdrawn_at is null and offer_id <= $2 order by offer_id desc limit $3
       )
       select count(*)::int as walked,
         (select offer_id from piece order by offer_id limit 1) as last,
         (select offer_id from piece
          where removed_in is null or (removed_in <> $1 and removed_in = any ((select hidden from catalogue)::integer[]))
          order by offer_id desc limit 1) as newest
       from piece`,
      [importId, from, PIECE],
    )
    const { walked, last, newest } = rows[0]!
    if (newest !== null || Number(walked) < PIECE) return newest as string | null
    from = last
  }
}
