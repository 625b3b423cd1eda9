/** Tokens: the signed name of a session, and nothing that the database knows better. */
import { randomBytes } from 'node:crypto'

import { errors, jwtVerify, SignJWT } from 'jose'

import { SESSION_LIFE } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import { isId } from '#db/filters.ts'

import type { Context } from '../context.ts'
import { findOrInsertTokenSecret } from './data.ts'

const ALGORITHM = 'HS256'
/** Says what it is for: the token of a mail is none of these. */
const TYPE = 'at+jwt'
const AUDIENCE = 'kade'

export type TokenClaims = { consumerId: string; sessionId: string; issuedAt: number }

/** Signs and reads tokens with the installation's own secret, which is made at the first need and lies in the database. */
export function createTokens({ db, clock }: Context) {
  let secret: Promise<Uint8Array> | undefined
  const getSecret = () => {
    secret ??= findOrInsertTokenSecret(db, randomBytes(32).toString('base64url')).then(
      (text) => new Uint8Array(Buffer.from(text, 'base64url')),
    )
    // A database that was down is asked again.
    secret.catch(() => (secret = undefined))
    return secret
  }
  return {
    getSecret,
    async sign({ consumerId, sessionId }: Omit<TokenClaims, 'issuedAt'>) {
      const issuedAt = Math.floor(clock.now() / 1000)
      return new SignJWT({ id: consumerId, sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + SESSION_LIFE / 1000)
        .sign(await getSecret())
    },
    /** What a token claims, if this installation signed it. Throws `invalid_token` or `session_expired`. */
    async read(token: string): Promise<TokenClaims> {
      const options = { algorithms: [ALGORITHM], typ: TYPE, audience: AUDIENCE, requiredClaims: ['id', 'sid', 'iat', 'exp'] }
      const key = await getSecret()
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, { ...options, currentDate: new Date(clock.now()) })
        const { id, sid, iat, userId = id, sub = id } = payload
        // A header that names a key is none of ours, and a token that names several people is nobody's.
        const isOurs = Object.keys(protectedHeader).length === 2 && userId === id && sub === id
        if (!isOurs || !isId(id) || !isId(sid)) throw new AppError('invalid_token')
        return { consumerId: id, sessionId: sid, issuedAt: iat! * 1000 }
      } catch (cause) {
        if (cause instanceof errors.JWTExpired) throw new AppError('session_expired', { cause })
        if (cause instanceof errors.JOSEError) throw new AppError('invalid_token', { cause })
        throw cause
      }
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
