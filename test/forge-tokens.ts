/** Tokens that are none: all that somebody who knows how they are made could try. */
import { createHmac, generateKeyPairSync } from 'node:crypto'

import { base64url, decodeJwt, SignJWT } from 'jose'

import type { ErrorCode } from '#contract/errors.ts'
import { SECOND } from '#contract/time.ts'

import { ADMIN_KEY, type TestApp } from './app.ts'
import { NOBODY } from './interactions.ts'

const part = (value: object) => base64url.encode(JSON.stringify(value))
const bytes = (text: string | Buffer) => new Uint8Array(Buffer.from(text))
/** With the very secret, and a hash that is not the one. */
function signBy(size: '384' | '512', secret: Buffer, payload: string) {
  const signed = `${part({ alg: `HS${size}`, typ: 'at+jwt' })}.${payload}`
  return `${signed}.${createHmac(`sha${size}`, secret).update(signed).digest('base64url')}`
}

type Claims = Record<string, unknown>
/** All that somebody who knows how tokens are made could try, with the very secret where that is what would make it dangerous. */
export async function forgeTokens(
  app: TestApp,
  mine: { id: string; sid: string },
): Promise<[name: string, code: ErrorCode, token: string][]> {
  const { rows } = await app.context.pool.query(`select value from setting where name = 'token_secret'`)
  const secret = Buffer.from(rows[0]!['value'] as string, 'base64url')
  const now = Math.floor(app.clock.now() / SECOND)
  const good = { id: mine.id, sid: mine.sid, aud: 'kade', iat: now, exp: now + 3_600 }
  const sign = (claims: Claims, header: object = {}, key: Parameters<SignJWT['sign']>[0] = secret) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key)
  const { exp: _, ...endless } = good
  const { sid: __, ...sessionless } = good
  const [head, payload, signature] = (await sign(good)).split('.') as [string, string, string]
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  const jwk = publicKey.export({ format: 'jwk' })
  return [
    ['garbage', 'invalid_token', 'garbage'],
    ['three dots', 'invalid_token', '...'],
    ['the placeholder of a page', 'invalid_token', 'undefined'],
    ['the admin key', 'invalid_token', ADMIN_KEY],
    ['alg none', 'invalid_token', `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`],
    ['alg none, signed', 'invalid_token', `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.${signature}`],
    ['no signature', 'invalid_token', `${head}.${payload}.`],
    ['another signature', 'invalid_token', `${head}.${payload}.${signature.slice(0, -4)}AAAA`],
    ['other claims under the signature', 'invalid_token', `${head}.${part({ ...good, id: NOBODY })}.${signature}`],
    ['HS512', 'invalid_token', await sign(good, { alg: 'HS512' }, bytes(Buffer.concat([secret, secret])))],
    ['HS512 with the secret', 'invalid_token', signBy('512', secret, payload)],
    ['HS384 with the secret', 'invalid_token', signBy('384', secret, payload)],
    ['RS256', 'invalid_token', await sign(good, { alg: 'RS256' }, privateKey)],
    ['a public key as the secret', 'invalid_token', await sign(good, {}, bytes(pem))],
    ['RS256 with a key in its header', 'invalid_token', await sign(good, { alg: 'RS256', jwk }, privateKey)],
    ['another secret', 'invalid_token', await sign(good, {}, bytes('another secret, and long enough for this'))],
    ['an empty secret', 'invalid_token', `${head}.${payload}.${createHmac('sha256', '').update(`${head}.${payload}`).digest('base64url')}`],
    ['kid', 'invalid_token', await sign(good, { kid: '../../dev/null' })],
    ['jwk', 'invalid_token', await sign(good, { jwk })],
    ['jku', 'invalid_token', await sign(good, { jku: 'https://keys.example/' })],
    ['another typ', 'invalid_token', await sign(good, { typ: 'JWT' })],
    ['another audience', 'invalid_token', await sign({ ...good, aud: 'other' })],
    ['no audience', 'invalid_token', await sign({ id: good.id, sid: good.sid, iat: good.iat, exp: good.exp })],
    ['no end', 'invalid_token', await sign(endless)],
    ['no session', 'invalid_token', await sign(sessionless)],
    ['a session that is no id', 'invalid_token', await sign({ ...good, sid: "' or true --" })],
    ['an id that is none', 'invalid_token', await sign({ ...good, id: 'admin' })],
    ['an id that is a list', 'invalid_token', await sign({ ...good, id: [mine.id] })],
    ['another userId', 'invalid_token', await sign({ ...good, userId: NOBODY })],
    ['another sub', 'invalid_token', await sign({ ...good, sub: NOBODY })],
    ['not yet', 'invalid_token', await sign({ ...good, nbf: now + 60 })],
    ['over', 'session_expired', await sign({ ...good, exp: now - 1 })],
    ['a session that never was', 'session_expired', await sign({ ...good, sid: NOBODY })],
    ['the session of somebody else', 'session_expired', await sign({ ...good, id: NOBODY })],
  ]
}

export const readClaims = (token: string) => decodeJwt<{ id: string; sid: string }>(token)
