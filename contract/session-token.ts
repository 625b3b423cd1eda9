/** What a client can read in a token without being able to check it. Only the server checks. */

/** The id that a token speaks for: claim `id`, also read from `userId` or `sub` (#124). Undefined where it cannot be read or holds none. */
export function readTokenId(token: string): string | undefined {
  const claims = readClaims(token)
  const id = [claims?.['id'], claims?.['userId'], claims?.['sub']].find((claim) => typeof claim === 'string' && claim !== '')
  return id as string | undefined
}

/** What a token says of somebody, true or not; undefined where it cannot be read. */
export function readClaims(token: string): Record<string, unknown> | undefined {
  try {
    const [, payload = ''] = token.split('.')
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
