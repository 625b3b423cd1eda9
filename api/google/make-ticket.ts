/**
 * Tickets: what a sign-in with Google begins and ends with. A ticket is ours by its signature and good for ten minutes; its hash is the nonce
 * that Google writes into the proof. So a proof that was not asked for here, or is not brought by whoever asked, is worth nothing, and
 * nothing has to be stored for those who only begin.
 */
import { hash, randomBytes } from 'node:crypto'

import { errors, jwtVerify, SignJWT } from 'jose'

import { GOOGLE_LIFE } from '#contract/constants.ts'

import type { Context } from '../context.ts'
import type { Tokens } from '../sessions/sign-token.ts'

const ALGORITHM = 'HS256'
const TYPE = 'google-ticket+jwt'

/** Whose ticket it is where Google is to be connected, and the password (its hash) that they have given for it. */
export type TicketHolder = { consumerId: string; passwordHash: string }

/** What one says: the nonce, when it ends, and whether a password is still the one that was given for it. */
export type Ticket = { nonce: string; expires: number; isPasswordOf: (passwordHash: string | null) => boolean }

const digest = (text: string) => hash('sha256', text, 'base64url')

export async function makeTicket({ clock }: Context, tokens: Tokens, holder?: TicketHolder) {
  const mark = holder && { sub: holder.consumerId, password: digest(holder.passwordHash) }
  const ticket = await new SignJWT({ jti: randomBytes(16).toString('base64url'), ...mark })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setExpirationTime(Math.floor((clock.now() + GOOGLE_LIFE) / 1000))
    .sign(await tokens.getSecret())
  return { ticket, nonce: digest(ticket) }
}

/** Undefined where it is none of ours, too old, or not for this: one to sign in belongs to nobody, one to connect belongs to `consumerId`. */
export async function readTicket({ clock }: Context, tokens: Tokens, ticket: string, consumerId?: string): Promise<Ticket | undefined> {
  const options = { algorithms: [ALGORITHM], typ: TYPE, requiredClaims: ['exp', 'jti'], currentDate: new Date(clock.now()) }
  const key = await tokens.getSecret()
  try {
    const { payload } = await jwtVerify(ticket, key, options)
    if (payload.sub !== consumerId) return undefined
    const isPasswordOf = (passwordHash: string | null) => passwordHash !== null && payload['password'] === digest(passwordHash)
    return { nonce: digest(ticket), expires: payload.exp! * 1000, isPasswordOf }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
