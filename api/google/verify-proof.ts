/** Whether a proof of Google is one: signed by its keys, for us, now, once, and of whoever the body names (D-03). */
import { errors, jwtVerify, type JWTPayload } from 'jose'
import type * as z from 'zod'

import { GOOGLE_LIFE, GOOGLE_SUBJECT } from '#contract/constants.ts'
import { foldEmail, isEmail } from '#contract/consumer-rules.ts'
import type { googleSignInBody } from '#contract/consumer.ts'
import { AppError } from '#contract/errors.ts'
import { SECOND } from '#contract/time.ts'

import type { GoogleIdentity } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Tokens } from '../sessions/sign-token.ts'
import { createKeyFinder } from './find-keys.ts'
import { makeTicket, readTicket, type TicketHolder } from './make-ticket.ts'

type Body = z.output<typeof googleSignInBody>
type Sent = Pick<Body, 'credential' | 'ticket'>
type Named = Omit<Body, 'credential' | 'ticket'>
export type Proof = GoogleIdentity & { nonce: string; expires: number; isPasswordOf: (passwordHash: string | null) => boolean }
/** What a proof must fit: the body that it came with, or whoever is to be connected. */
type Fits = { body: Named } | { consumerId: string }

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
  const { GOOGLE_CLIENT_ID: clientId, OIDC_ISSUER: issuer, GOOGLE_SCRIPT_URL: script, OIDC_USERINFO_URL: userInfo = null } = config
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
    requireClient,
    /** What a browser begins with: to sign in, or to connect the account of `holder`. */
    async start(holder?: TicketHolder) {
      return { clientId: requireClient(), script, userInfo, ...(await makeTicket(context, tokens, holder)) }
    },
    /** Who is proven. Throws `wrong_credentials`, without a word why, or `unavailable`. */
    async verify({ credential, ticket }: Sent, fits: Fits): Promise<Proof> {
      requireClient()
      const asked = await readTicket(context, tokens, ticket, 'consumerId' in fits ? fits.consumerId : undefined)
      if (!asked) throw refuse('a ticket that is none, too old, or not for this')
      const claims = await readProof(credential)
      const fault = findFault(claims, asked.nonce) ?? ('body' in fits ? findMismatch(claims, fits.body) : undefined)
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
  if (!sub || sub.length > GOOGLE_SUBJECT) return 'no subject'
  if (isVerified !== true || typeof email !== 'string' || !isEmail(email)) return 'an address that is not verified'
  return undefined
}

/** The first field of the body that says something else than the proof. What the proof leaves open, the body may say. */
function findMismatch({ sub, email, name, picture }: JWTPayload, body: Named) {
  const plain = (text: unknown) => (typeof text === 'string' ? text.trim().replace(/\s+/g, ' ') : '')
  if (body.googleId !== sub) return 'another subject in the body'
  if (foldEmail(body.email) !== foldEmail(email as string)) return 'another address in the body'
  if (plain(name) !== '' && plain(name) !== body.name) return 'another name in the body'
  if (picture !== undefined && body.imageUrl && body.imageUrl !== picture) return 'another picture in the body'
  return undefined
}
