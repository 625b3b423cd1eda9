/** What every answer says about how it may be used, whatever it is and however it failed. */
import type { Config } from '../config.ts'

const HSTS = 'max-age=31536000; includeSubDomains'
/** What is no page needs nothing and stands in no frame. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"
/** The documentation's own program builds its styles while it runs. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const DOCS = /^\/api\/docs(\/|$|\?)/

export type SecurityHeaders = (address: string) => Record<string, string>

/** Answers the headers for an address. A page replaces the policy by one of its own (api/pages/allow-scripts.ts). */
export function createSecurityHeaders({ PUBLIC_URL, GOOGLE_CLIENT_ID }: Pick<Config, 'PUBLIC_URL' | 'GOOGLE_CLIENT_ID'>): SecurityHeaders {
  const everywhere = {
    'content-security-policy': API_POLICY,
    // The window that Google opens tells its opener who somebody is.
    'cross-origin-opener-policy': GOOGLE_CLIENT_ID ? 'same-origin-allow-popups' : 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Only where people come by https: on a bare machine it would lock them out of everything else at the same name.
    ...(PUBLIC_URL?.startsWith('https:') && { 'strict-transport-security': HSTS }),
  }
  const docs = { ...everywhere, 'content-security-policy': DOCS_POLICY }
  return (address) => (DOCS.test(address) ? docs : everywhere)
}
