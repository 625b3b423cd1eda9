import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { AppError } from '#contract/errors.ts'
import { MINUTE } from '#contract/time.ts'
import type { Db } from '#db/connection.ts'

import type { Context } from '../context.ts'
import { networkOf } from '../http/network-of.ts'
import { createCounter } from '../http/throttle.ts'
import { findAdminKeyHash, insertAdminKeyHash, insertAuditEvent } from './data.ts'

const ATTEMPTS_PER_MINUTE = 30

const toHash = (key: string) => hash('sha256', key)
/** In constant time, whatever was sent. */
const isSameKey = (sent: string, expectedHash: string) =>
  timingSafeEqual(Buffer.from(toHash(sent), 'hex'), Buffer.from(expectedHash, 'hex'))

/**
 * Makes an admin key, stores its hash alone, and answers the key: it is shown this once. Without `replace` only where there is none yet
 * (of several servers that start at once, one makes it).
 */
export async function makeAdminKey(db: Db, { replace }: { replace: boolean }): Promise<string | undefined> {
  const key = randomBytes(24).toString('base64url')
  return (await insertAdminKeyHash(db, toHash(key), { replace })) ? key : undefined
}

/**
 * Lets through whoever sends the admin key as the bearer (D-04). Attempts that fail are limited per address, and each is written down; who has
 * the key may ask as often as a page that follows an import does.
 */
export function createAdminGuard(context: Context) {
  const attempts = createCounter(context, { limit: ATTEMPTS_PER_MINUTE, window: MINUTE })
  return (kind: string) => async (request: FastifyRequest) => {
    const network = networkOf(request.ip)
    // Before the key is looked at, so that many at once are no more than so many.
    const retryAfter = attempts.add(network)
    if (retryAfter > 0) throw new AppError('too_many_requests', { retryAfter })
    const [scheme, sent] = (request.headers.authorization ?? '').split(' ')
    const expected = context.config.SUPERADMIN_KEY ? toHash(context.config.SUPERADMIN_KEY) : await findAdminKeyHash(context.db)
    if (scheme?.toLowerCase() === 'bearer' && sent && expected && isSameKey(sent, expected)) return attempts.forgive(network)
    await insertAuditEvent(context, { kind, outcome: 'refused', requestId: request.id, detail: { reason: sent ? 'wrong key' : 'no key' } })
    throw new AppError('admin_key_required', {
      message: sent
        ? 'This is not the admin key. It was printed when the server first started; npm start -- --new-admin-key makes a new one.'
        : 'This needs the admin key.',
    })
  }
}
/** One for the whole server: attempts at all that it guards are counted together. */
export type AdminGuard = ReturnType<typeof createAdminGuard>
