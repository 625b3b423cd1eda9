/**
 * A real OpenID provider for tests, in this process: `oidc-provider` at an address of its own, with a script beside it that has the shape of
 * Google's. It stands in for Google alone; the proofs are its own, and `sign` makes those that it would never make.
 */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { base64url, SignJWT } from 'jose'
import { Provider, type Configuration } from 'oidc-provider'

import { PROVIDER_PAGES } from './provider-script.ts'

export const CLIENT_ID = 'kade.apps.example'
export type ProviderAccount = { sub: string; email: string; email_verified?: boolean; name: string; picture?: string }

export type OpenIdProvider = {
  issuer: string
  /** What the product is configured with to know it. */
  variables: Record<string, string>
  /** An ID token signed by the provider's key, whatever it says. */
  sign: (claims: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>
  /** From now on it signs with another key, and publishes that alone. */
  rotateKeys: () => void
  /** Down, it answers nobody who asks for its configuration or keys; people can still sign in there. */
  setDown: (isDown: boolean) => void
  /** How often its keys were fetched. */
  readFetches: () => number
  close: () => Promise<void>
}

/** Accounts sign in by their subject, with any password. */
export async function startOpenIdProvider(accounts: ProviderAccount[] = []): Promise<OpenIdProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let key = makeKey()
  let answer = createProvider(issuer, key, accounts)
  let fetches = 0
  let isDown = false
  server.on('request', (request, response) => {
    const page = PROVIDER_PAGES[request.url!.split('?')[0]!]
    if (request.url === '/jwks') fetches += 1
    if (isDown && /^\/(jwks|\.well-known)/.test(request.url!)) return void response.writeHead(503).end()
    if (!page) return void answer(request, response)
    response.writeHead(200, { 'content-type': page.type }).end(page.write({ issuer, clientId: CLIENT_ID }))
  })
  return {
    issuer,
    variables: { GOOGLE_CLIENT_ID: CLIENT_ID, OIDC_ISSUER: issuer, GOOGLE_SCRIPT_URL: `${issuer}/gsi/client` },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid, ...header }).sign(key.privateKey),
    rotateKeys() {
      key = makeKey()
      answer = createProvider(issuer, key, accounts)
    },
    setDown: (next) => void (isDown = next),
    readFetches: () => fetches,
    close: () => closeServer(server),
  }
}

let keys = 0
function makeKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = `key-${++keys}`
  return { kid, privateKey, jwk: { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } }
}

function createProvider(issuer: string, { jwk }: ReturnType<typeof makeKey>, accounts: ProviderAccount[]) {
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT_ID,
        // A web application would have to stand behind https.
        application_type: 'native',
        redirect_uris: [`${issuer}/gsi/done`],
        response_types: ['id_token', 'id_token token'],
        grant_types: ['implicit'],
        token_endpoint_auth_method: 'none',
      },
    ],
    responseTypes: ['id_token', 'id_token token'],
    // As Google does: the ID token says all, whatever else is given.
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    jwks: { keys: [jwk] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    cookies: { keys: ['a key for tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    findAccount: (_, sub) => {
      const account = accounts.find((one) => one.sub === sub)
      return account && { accountId: sub, claims: () => ({ email_verified: true, ...account }) }
    },
  }
  // It warns of what makes it one for tests alone: its memory, and the pages on which one signs in.
  const { warn } = console
  Object.assign(console, { warn: () => undefined })
  try {
    return new Provider(issuer, configuration).callback()
  } finally {
    Object.assign(console, { warn })
  }
}

async function closeServer(server: Server) {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** A token without a signature, and one by a key that is nobody's. */
const part = (value: object) => base64url.encode(JSON.stringify(value))
export const signByNobody = (claims: object) => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
