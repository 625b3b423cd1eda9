/** What signing in with Google and connecting it have in common: what a browser begins with, and who is proven in the end (D-03). */
import { errors, type JWTPayload } from 'jose'
import type * as z from 'zod'

import type { googleConnectionBody, googleSignInBody } from '#contract/consumer.ts'
import { AppError } from '#contract/errors.ts'

import type { GoogleIdentity } from '../consumers/data.ts'
import type { Context } from '../context.ts'
import type { Tokens } from '../sessions/sign-token.ts'
import { makeTicket, readTicket, type Ticket, type TicketHolder } from './make-ticket.ts'
import { createProofReader, findFault, findMismatch } from './verify-proof.ts'

type Sent = z.output<typeof googleConnectionBody>
/** Who is proven, by a proof that works once. */
export type Proof = GoogleIdentity & Pick<Ticket, 'nonce' | 'expires'>
/** It was asked for with a password, which may not be the account's any more. */
export type ConnectionProof = Proof & Pick<Ticket, 'isPasswordOf'>

/** The written words for a failure (#232). Why, only the log says. */
const REFUSED = 'Failed to login with Google'
export const refuseProof = () => new AppError('wrong_credentials', { message: REFUSED })

export function createGoogle(context: Context, tokens: Tokens) {
  const { config, log } = context
  const { GOOGLE_CLIENT_ID: clientId, OIDC_ISSUER: issuer, GOOGLE_SCRIPT_URL: script, OIDC_USERINFO_URL: userInfo = null } = config
  const readProof = createProofReader(context)

  const requireClient = () => {
    if (!clientId) throw new AppError('not_found', { message: 'Signing in with Google is not set up here.' })
    return clientId
  }
  const refuse = (reason: unknown) => {
    log.warn({ reason: reason instanceof Error ? reason.message : reason }, 'a proof of Google was refused')
    return refuseProof()
  }

  /** What is proven, and with which ticket. Throws `wrong_credentials`, without a word why, or `unavailable`. */
  async function verify({ credential, ticket }: Sent, consumerId?: string): Promise<{ claims: JWTPayload; proof: ConnectionProof }> {
    const audience = requireClient()
    const asked = await readTicket(context, tokens, ticket, consumerId)
    if (!asked) throw refuse('a ticket that is none, too old, or not for this')
    const claims = await readProof(credential, audience).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? refuse(error) : error
    })
    const fault = findFault(claims, asked.nonce)
    if (fault) throw refuse(fault)
    return { claims, proof: { issuer, subject: claims.sub!, email: claims['email'] as string, ...asked } }
  }

  return {
    requireClient,
    /** What a browser begins with: to sign in, or to connect the account of `holder`. */
    async start(holder?: TicketHolder) {
      return { clientId: requireClient(), script, userInfo, ...(await makeTicket(context, tokens, holder)) }
    },
    /** Who signs in: whoever the body names as well. */
    async verifySignIn(body: z.output<typeof googleSignInBody>): Promise<Proof> {
      const { claims, proof } = await verify(body)
      const mismatch = findMismatch(claims, body)
      if (mismatch) throw refuse(mismatch)
      return proof
    },
    /** Whom to connect an account with, for whoever has begun it. */
    verifyConnection: async (body: Sent, consumerId: string): Promise<ConnectionProof> => (await verify(body, consumerId)).proof,
  }
}
export type Google = ReturnType<typeof createGoogle>
