/** The keys that the provider signs with, found as OpenID Connect says: its configuration names where they lie. */
import { customFetch, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'

import { AppError } from '#contract/errors.ts'
import { HOUR, SECOND } from '#contract/time.ts'

import type { Context } from '../context.ts'

/** Each of two questions, so that an answer of ours still comes within its five seconds. */
const PATIENCE = 2 * SECOND
/** How long keys are used without asking again; a key that is not known is asked for at once, twice a minute at the most. */
const FRESH = HOUR
const RETRY_SECONDS = 5

const configuration = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })

/**
 * Answers what finds the key of a proof. A provider that is down, slow or answers nonsense throws `unavailable`; a key that it does not have
 * throws jose's own error.
 */
export function createKeyFinder({ config, log }: Context): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined
  return async (header, token) => {
    const asked = (keys ??= fetchKeySet(config.OIDC_ISSUER))
    try {
      return await (
        await asked
      )(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause
      // A provider that was down is asked again, and where its keys lie as well: they may have moved.
      if (keys === asked) keys = undefined
      log.warn({ err: cause }, 'the keys of the provider of sign-ins could not be fetched')
      throw new AppError('unavailable', { cause, retryAfter: RETRY_SECONDS })
    }
  }
}

/** Letters of what a provider says of itself. */
const LONGEST = 256 * 1024
async function readShort(response: Response) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > LONGEST) throw new Error(`${response.url} says more than ${LONGEST} letters`)
  }
  return text
}

async function fetchKeySet(issuer: string) {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`${address} answers ${response.status}`)
  const found = configuration.parse(JSON.parse(await readShort(response)))
  if (found.issuer !== issuer) throw new Error(`${address} speaks for ${found.issuer}`)
  // Who speaks https does not lead to where anybody can answer.
  if (issuer.startsWith('https:') && !found.jwks_uri.startsWith('https:')) throw new Error(`${found.jwks_uri} is not https`)
  const fetchShort = async (url: string, options: RequestInit) => {
    const answer = await fetch(url, options)
    return new Response(await readShort(answer), { status: answer.status, headers: { 'content-type': 'application/json' } })
  }
  return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: PATIENCE, cacheMaxAge: FRESH, [customFetch]: fetchShort })
}
