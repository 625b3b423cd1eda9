/** Lets through whoever is signed in. What a token says is believed only where the session that it names is still there. */
import type { FastifyRequest } from 'fastify'

import { SESSION_LIFE } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { HOUR } from '#contract/time.ts'

import type { Context } from '../context.ts'
import { findSession, updateSessionSeen } from '../sessions/data.ts'
import type { Tokens } from '../sessions/sign-token.ts'

/** Who is asking, from where. */
export type Session = { consumerId: string; sessionId: string; issuedAt: number }
declare module 'fastify' {
  interface FastifyRequest {
    session?: Session
  }
}

/** How exactly it is known when somebody was last here. */
const SEEN_EVERY = HOUR

/** The session of a request that a guard has let through. */
export function sessionOf(request: FastifyRequest | undefined): Session {
  if (!request?.session) throw new Error('This call needs the guard requireConsumer')
  return request.session
}

export function createConsumerGuards({ db, clock }: Context, tokens: Tokens) {
  async function requireConsumer(request: FastifyRequest) {
    request.session = await readSession(request)
  }
  /** Whoever asks, where a call is not for consumers alone. Throws as the guard does. */
  const getConsumerId = async (request: FastifyRequest) => (await readSession(request)).consumerId
  /** The same, or undefined for a guest and for whoever has a token that is none, or none any more. */
  const findConsumerId = (request: FastifyRequest) =>
    getConsumerId(request).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 401) return undefined
      throw error
    })
  async function readSession(request: FastifyRequest): Promise<Session> {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('unauthorized')
    const session = await tokens.read(token)
    const now = clock.now()
    const row = await findSession(db, { id: session.sessionId, consumerId: session.consumerId, now })
    if (!row) throw new AppError('session_expired')
    if (now - row.last_seen_at.getTime() > SEEN_EVERY) await updateSessionSeen(db, { id: row.id, now, expires: now + SESSION_LIFE })
    return session
  }
  /** The `{id}` in the path names a consumer: it must be whoever asks (D-23). */
  async function requireSelf(request: FastifyRequest) {
    const { id } = request.params as { id?: string }
    if (id?.toLowerCase() !== sessionOf(request).consumerId) throw new AppError('forbidden')
  }
  return { requireConsumer, requireSelf, getConsumerId, findConsumerId }
}
export type ConsumerGuards = ReturnType<typeof createConsumerGuards>
