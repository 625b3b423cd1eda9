/** The SQL of sessions: where somebody is signed in, and the secret that tokens are signed with. */
import { sql } from 'kysely'

import type { Device } from '#contract/consumer.ts'
import type { Db, Trx } from '#db/connection.ts'
import { findOrInsertSetting } from '#db/settings.ts'

/** The secret of this installation, or `fresh` where there is none yet. */
export const findOrInsertTokenSecret = (db: Db, fresh: string) => findOrInsertSetting(db, 'token_secret', fresh)

type NewSession = { id: string; consumerId: string; device: string; now: number; expires: number }
export const insertSession = (db: Db | Trx, { id, consumerId, device, now, expires }: NewSession) =>
  db
    .insertInto('session')
    .values({
      id,
      consumer_id: consumerId,
      device,
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(expires),
    })
    .execute()

/**
 * A session for whoever still has this password: it waits for a change or a deletion that is under way, and is none where that was it.
 * Answers whether there is one.
 */
export async function insertSessionByPassword(db: Db, { id, consumerId, device, now, expires }: NewSession, passwordHash: string) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('session')
    .columns(['id', 'consumer_id', 'device', 'created_at', 'last_seen_at', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('consumer')
        .select([
          sql<string>`${id}::uuid`.as('id'),
          'consumer.id as consumer_id',
          sql<string>`${device}::text`.as('device'),
          sql<Date>`${new Date(now)}::timestamptz`.as('created_at'),
          sql<Date>`${new Date(now)}::timestamptz`.as('last_seen_at'),
          sql<Date>`${new Date(expires)}::timestamptz`.as('expires_at'),
        ])
        .where('consumer.id', '=', consumerId)
        .where('password_hash', '=', passwordHash)
        .forShare(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A session that is still good, and whose it is. */
export const findSession = (db: Db, { id, consumerId, now }: { id: string; consumerId: string; now: number }) =>
  db
    .selectFrom('session')
    .select(['id', 'consumer_id', 'last_seen_at'])
    .where('id', '=', id)
    .where('consumer_id', '=', consumerId)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

export const updateSessionSeen = (db: Db, { id, now, expires }: { id: string; now: number; expires: number }) =>
  db
    .updateTable('session')
    .set({ last_seen_at: new Date(now), expires_at: new Date(expires) })
    .where('id', '=', id)
    .execute()

/** Where somebody is signed in, the latest first. */
export async function listDevices(
  db: Db,
  { consumerId, sessionId, now }: { consumerId: string; sessionId: string; now: number },
): Promise<Device[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('consumer_id', '=', consumerId)
    .where('expires_at', '>', new Date(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.device,
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isThisOne: row.id === sessionId,
  }))
}

/** Ends sessions of one person: the one named, all but the one named, or all. Answers how many there were. */
export async function deleteSessions(db: Db | Trx, consumerId: string, which: { only?: string; except?: string } = {}): Promise<number> {
  let query = db.deleteFrom('session').where('consumer_id', '=', consumerId)
  if (which.only) query = query.where('id', '=', which.only)
  if (which.except) query = query.where('id', '!=', which.except)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}

/** Takes away what has ended: sessions, links of mails, proofs that were used, counts of attempts. */
export async function deleteExpired(db: Db, now: number) {
  for (const table of ['session', 'mail_token', 'used_proof'] as const)
    await db.deleteFrom(table).where('expires_at', '<=', new Date(now)).execute()
  await db.deleteFrom('throttle').where('ends_at', '<=', new Date(now)).execute()
}
