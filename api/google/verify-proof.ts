/** Whether a proof of Google is one: signed by its keys, for us, now, once, and of whoever the body names (D-03). */
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type * as z from 'zod'

import { GOOGLE_LIFE } from '#contract/constants.ts'
import { foldEmail, isEmail } from '#contract/consumer-rules.ts'
import type { googleSignInBody } from '#contract/consumer.ts'
import { AppError } from '#contract/errors.ts'
import { SECOND } from '#contract/time.ts'

import type { GoogleIdentity } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Tokens } from '../sessions/sign-token.ts'
import { createKeyFinder } from './find-keys.ts'
import { makeTicket, readTicket } from './make-ticket.ts'

type Body = z.output<typeof googleSignInBody>
export type Proof = GoogleIdentity & { nonce: string; expires: number }

/** The written words for a failure (#232). */
const REFUSED = 'Failed to login with Google'
/** Signatures of key pairs alone: nothing that is not signed, and no secret. */
const ALGORITHMS = ['RS256', 'ES256']
/** Clocks are never quite the same. */
const TOLERANCE = 5 * SECOND
/** Google writes itself with and without the scheme, and is the same. */
const GOOGLE = 'https://accounts.google.com'

export const refuseProof = (cause?: unknown) => new AppError('wrong_credentials', { message: REFUSED, cause })

export function createGoogle(context: Context, tokens: Tokens) {
  const { config, clock, log } = context
  const { GOOGLE_CLIENT_ID: clientId, OIDC_ISSUER: issuer, GOOGLE_SCRIPT_URL: script } = config
  const findKey = createKeyFinder(context)

  const requireClient = () => {
    if (!clientId) throw new AppError('not_found', { message: 'Signing in with Google is not set up here.' })
    return clientId
  }
  const refuse = (reason: unknown) => {
    log.warn({ reason: reason instanceof Error ? reason.message : reason }, 'a proof of Google was refused')
    return refuseProof()
  }

  async function readProof(credential: string): Promise<JWTPayload> {
    const options = {
      algorithms: ALGORITHMS,
      issuer: issuer === GOOGLE ? [GOOGLE, new URL(GOOGLE).host] : issuer,
      audience: requireClient(),
      maxTokenAge: GOOGLE_LIFE / SECOND,
      clockTolerance: TOLERANCE / SECOND,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      currentDate: new Date(clock.now()),
    }
    try {
      return (await jwtVerify(credential, findKey, options)).payload
    } catch (error) {
      if (error instanceof errors.JOSEError) throw refuse(error)
      throw error
    }
  }

  return {
    /** What a browser begins with. */
    async start() {
      return { clientId: requireClient(), script, ...(await makeTicket(context, tokens)) }
    },
    /** Who is proven, where `named` says the same. Throws `wrong_credentials`, without a word why, or `unavailable`. */
    async verify({ credential, ticket }: Pick<Body, 'credential' | 'ticket'>, named?: Omit<Body, 'credential' | 'ticket'>): Promise<Proof> {
      requireClient()
      const asked = await readTicket(context, tokens, ticket)
      if (!asked) throw refuse('a ticket that is none, or too old')
      const claims = await readProof(credential)
      const fault = findFault(claims, asked.nonce) ?? (named && findMismatch(claims, named))
      if (fault) throw refuse(fault)
      return { issuer, subject: claims.sub!, email: claims['email'] as string, ...asked }
    },
  }
}
export type Google = ReturnType<typeof createGoogle>

/** What is wrong with a proof that is signed, and for us. */
function findFault({ sub, aud, nonce, email, email_verified: isVerified }: JWTPayload, expected: string) {
  if (nonce !== expected) return 'a nonce of another ticket'
  if (Array.isArray(aud) && aud.length > 1) return 'an audience of several'
  if (!sub || sub.length > 255) return 'no subject'
  if (isVerified !== true || typeof email !== 'string' || !isEmail(email)) return 'an address that is not verified'
  return undefined
}

/** The first field of the body that says something else than the proof. What the proof leaves open, the body may say. */
function findMismatch({ sub, email, name, picture }: JWTPayload, body: Omit<Body, 'credential' | 'ticket'>) {
  const plain = (text: unknown) => (typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : '')
  if (body.googleId !== sub) return 'another subject in the body'
  if (foldEmail(body.email) !== foldEmail(email as string)) return 'another address in the body'
  if (plain(name) !== '' && plain(name) !== body.name) return 'another name in the body'
  if (picture !== undefined && body.imageUrl && body.imageUrl !== picture) return 'another picture in the body'
  return undefined
}
