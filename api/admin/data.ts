/** The SQL of administration: the hash of the key, and the audit. */
import type { Db } from '#db/connection.ts'
import type { AuditEventTable } from '#db/schema.ts'
import { findSetting, insertSetting, saveSetting } from '#db/settings.ts'

import type { Context } from '../context.ts'

const SETTING = 'admin_key_hash'

export const findAdminKeyHash = (db: Db) => findSetting(db, SETTING)

/** Stores the hash of a key; without `replace` only where there is none yet. Answers whether it did. */
export async function insertAdminKeyHash(db: Db, value: string, { replace }: { replace: boolean }): Promise<boolean> {
  if (!replace) return insertSetting(db, SETTING, value)
  await saveSetting(db, SETTING, value)
  return true
}

export type AuditEvent = {
  kind: string
  outcome: AuditEventTable['outcome']
  requestId: string | undefined
  detail: Record<string, unknown>
}

/** Writes down who did what to the marketplace, and who tried. No keys, no addresses. */
export async function insertAuditEvent({ db, clock }: Context, { kind, outcome, requestId, detail }: AuditEvent) {
  await db
    .insertInto('audit_event')
    .values({ at: new Date(clock.now()), kind, outcome, request_id: requestId ?? null, detail: JSON.stringify(detail) })
    .execute()
}
