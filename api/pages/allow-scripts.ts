/**
 * The policy of a page: which of its inline scripts may run. Not whatever stands in it, for then a policy would stop nothing that somebody
 * managed to write into a page. Allowed are, by their hashes, the scripts that stand on every page alike, and those of the router that carry
 * a page's data, if data is all they carry.
 */
import { hash } from 'node:crypto'

import type { Config } from '../config.ts'

const REST = "img-src 'self' data: https:; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const SCRIPT = /<script\b([^>]*)>([^]*?)<\/script/g
/** Files are allowed by where they come from. What type a script says it has is no matter: the page may run it later, as another. */
const HAS_FILE = /\bsrc=/i

const CONTEXT = [
  'window.__reactRouterContext = ',
  ';window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());',
] as const
const CHUNK = ['window.__reactRouterContext.streamController.enqueue(', ');'] as const
/** The page's modules: files of ours by name, and nothing done with them but to begin. */
const MODULES = new RegExp(
  [
    String.raw`^(?:import "\/assets\/[\w.-]+";?|import \* as \w+ from "\/assets\/[\w.-]+";|const \w+ = \{(?:\.\.\.\w+,?)*\};`,
    String.raw`window\.__reactRouterRouteModules = \{(?:"[\w./-]+":\w+,?)*\};|import\("\/assets\/[\w.-]+"\);|;|\s)*$`,
  ].join('|'),
)

/** The inline scripts of a page, in their order. */
export const listScripts = (html: string) =>
  [...html.matchAll(SCRIPT)].filter(([, attributes]) => !HAS_FILE.test(attributes!)).map(([, , text]) => text!)

/** What the script for signing in needs of a page: itself, and what lies beside it; and where account information is, if anywhere. */
export type ProviderConfig = Pick<Config, 'GOOGLE_CLIENT_ID' | 'GOOGLE_SCRIPT_URL' | 'OIDC_USERINFO_URL'>
export function listProviderSources({ GOOGLE_CLIENT_ID, GOOGLE_SCRIPT_URL, OIDC_USERINFO_URL }: ProviderConfig) {
  if (!GOOGLE_CLIENT_ID) return undefined
  const { origin, pathname } = new URL(GOOGLE_SCRIPT_URL)
  const userInfo = OIDC_USERINFO_URL && new URL(OIDC_USERINFO_URL)
  return {
    script: origin + pathname,
    beside: origin + pathname.replace(/[^/]*$/, ''),
    asked: userInfo ? [userInfo.origin + userInfo.pathname] : [],
  }
}
type ProviderSources = ReturnType<typeof listProviderSources>

/**
 * The policy for a page. `known` are scripts that stand on pages whatever they show; `provider` is who else signs people in, where somebody
 * does. One may walk to the sign-in page from every other, so every page knows it.
 */
export function allowScripts(html: string, known: ReadonlySet<string>, provider?: ProviderSources): string {
  const hashes = new Set<string>()
  for (const script of listScripts(html))
    if (known.has(script) || isDataOnly(script)) hashes.add(`'sha256-${hash('sha256', script, 'base64')}'`)
  const beside = provider ? ` ${provider.beside}` : ''
  return [
    `default-src 'self'; script-src ${["'self'", ...(provider ? [provider.script] : []), ...hashes].join(' ')}`,
    `style-src 'self'${beside}; connect-src ${[`'self'${beside}`, ...(provider?.asked ?? [])].join(' ')}`,
    ...(provider ? [`frame-src${beside}`] : []),
    REST,
  ].join('; ')
}

/** Whether a script carries data and does nothing else. */
export const isDataOnly = (script: string) =>
  isAround(script, CHUNK, (value) => typeof value === 'string') ||
  isAround(script, CONTEXT, (value) => typeof value === 'object') ||
  MODULES.test(script)

function isAround(script: string, [before, after]: readonly [string, string], isData: (value: unknown) => boolean) {
  if (!script.startsWith(before) || !script.endsWith(after)) return false
  try {
    return isData(JSON.parse(script.slice(before.length, -after.length)))
  } catch {
    return false
  }
}
