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

const nonceOf = (ticket: string) => hash('sha256', ticket, 'base64url')

export async function makeTicket({ clock }: Context, tokens: Tokens) {
  const ticket = await new SignJWT({ jti: randomBytes(16).toString('base64url') })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setExpirationTime(Math.floor((clock.now() + GOOGLE_LIFE) / 1000))
    .sign(await tokens.getSecret())
  return { ticket, nonce: nonceOf(ticket) }
}

/** The nonce of a ticket, and when it ends; undefined where it is none of ours, or too old. */
export async function readTicket({ clock }: Context, tokens: Tokens, ticket: string) {
  const options = { algorithms: [ALGORITHM], typ: TYPE, requiredClaims: ['exp', 'jti'], currentDate: new Date(clock.now()) }
  const key = await tokens.getSecret()
  try {
    const { payload } = await jwtVerify(ticket, key, options)
    return { nonce: nonceOf(ticket), expires: payload.exp! * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
