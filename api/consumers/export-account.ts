import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import type { Session } from '../http/require-consumer.ts'
import { listDevices } from '../sessions/data.ts'
import { findConsumer, toConsumer } from './data.ts'

/** Everything that is known about somebody. */
export async function exportAccount({ db, clock }: Context, session: Session) {
  const row = await findConsumer(db, session.consumerId)
  if (!row) throw new AppError('session_expired')
  const now = clock.now()
  const profile = { ...toConsumer(row), createdAt: row.created_at.toISOString() }
  return { exportedAt: new Date(now).toISOString(), profile, devices: await listDevices(db, { ...session, now }) }
}
