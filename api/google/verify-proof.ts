/** Whether a proof of Google is one: signed by its keys, for us, now, once, and of whoever the body names (D-03). */
import { jwtVerify, type JWTPayload } from 'jose'
import type * as z from 'zod'

import { cleanName } from '#contract/clean-text.ts'
import { GOOGLE_LIFE, GOOGLE_SUBJECT } from '#contract/constants.ts'
import { foldEmail, isEmail } from '#contract/consumer-rules.ts'
import type { googleSignInBody } from '#contract/consumer.ts'
import { MINUTE, SECOND } from '#contract/time.ts'

import type { Context } from '../context.ts'
import { createKeyFinder } from './find-keys.ts'

type Named = Pick<z.output<typeof googleSignInBody>, 'email' | 'name' | 'googleId' | 'imageUrl'>

/** Signatures of key pairs alone: nothing that is not signed, and no secret. */
const ALGORITHMS = ['RS256', 'ES256']
/** Clocks are never quite the same. A proof is no older than its ticket for that, which only our own clock measures. */
const TOLERANCE = MINUTE
/** Google writes itself with and without the scheme, and is the same. */
const GOOGLE = 'https://accounts.google.com'

/** Answers what reads a proof. Whatever is wrong with it throws a JOSE error with the reason, or `unavailable`. */
export function createProofReader(context: Context) {
  const { config, clock } = context
  const findKey = createKeyFinder(context)
  const issuer = config.OIDC_ISSUER === GOOGLE ? [GOOGLE, new URL(GOOGLE).host] : config.OIDC_ISSUER
  return async (credential: string, audience: string): Promise<JWTPayload> =>
    (
      await jwtVerify(credential, findKey, {
        algorithms: ALGORITHMS,
        issuer,
        audience,
        maxTokenAge: GOOGLE_LIFE / SECOND,
        clockTolerance: TOLERANCE / SECOND,
        requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
        currentDate: new Date(clock.now()),
      })
    ).payload
}

/** What is wrong with a proof that is signed, and for us. */
export function findFault({ sub, aud, nonce, email, email_verified: isVerified }: JWTPayload, expected: string) {
  if (nonce !== expected) return 'a nonce of another ticket'
  if (Array.isArray(aud) && aud.length > 1) return 'an audience of several'
  if (!sub || sub.length > GOOGLE_SUBJECT) return 'no subject'
  if (isVerified !== true || typeof email !== 'string' || !isEmail(email)) return 'an address that is not verified'
  return undefined
}

/** The first field of the body that says something else than the proof. What the proof leaves open, the body may say. */
export function findMismatch({ sub, email, name, picture }: JWTPayload, body: Named) {
  const plain = (text: unknown) => (typeof text === 'string' ? cleanName(text) : '')
  if (body.googleId !== sub) return 'another subject in the body'
  if (foldEmail(body.email) !== foldEmail(email as string)) return 'another address in the body'
  if (plain(name) !== '' && plain(name) !== body.name) return 'another name in the body'
  if (picture !== undefined && body.imageUrl && body.imageUrl !== picture) return 'another picture in the body'
  return undefined
}
