/** What a file imports, read by its text: fast enough to look at everything each time. */
import path from 'node:path'

import { ROOMS } from './tree.ts'

export type Import = {
  /** As written. */
  source: string
  /** Gone when the types are stripped. */
  isType: boolean
  /** The path of the file meant, or the name of the package. */
  file?: string
  package?: string
}

const STATIC = /^import\s+(type\s+)?(?:[\w$*\s{},]+?\s+from\s+)?'([^']+)'/gm
const EXPORTED = /^export\s+(type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[\w\s,$]*\})\s+from\s+'([^']+)'/gm
const DYNAMIC = /(typeof\s+)?\bimport\(\s*'([^']+)'\s*\)(\.(?!then|catch))?/g

export function listImports(file: string, content: string): Import[] {
  const found = [...content.matchAll(STATIC), ...content.matchAll(EXPORTED), ...content.matchAll(DYNAMIC)]
  return found.map(([, type, source, member]) => resolveImport(file, source!, Boolean(type ?? member)))
}

function resolveImport(importer: string, source: string, isType: boolean): Import {
  const plain = source.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return { source, isType, file: path.posix.join(path.posix.dirname(importer), plain) }
  if (plain.startsWith('#') && ROOMS.some((room) => plain.startsWith(`#${room}/`))) return { source, isType, file: plain.slice(1) }
  const [first, second] = plain.split('/')
  return { source, isType, package: first!.startsWith('@') ? `${first}/${second}` : first! }
}
