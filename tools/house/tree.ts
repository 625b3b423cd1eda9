/** The project as the checks see it: each text file's path (with slashes) and its content. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Tree = Map<string, string>
/** `file` needs a change, and `text` says which. A hint does not fail the check. */
export type Problem = { file: string; text: string; isHint?: boolean }

/** The rooms, and which others each may know. The workshop (test, bench, tools, and the files at the root) may know all. */
export const MAY_KNOW: Record<string, string[]> = {
  contract: [],
  db: ['contract'],
  api: ['contract', 'db', 'recommender'],
  recommender: ['contract', 'db'],
  web: ['contract'],
}
export const ROOMS = [...Object.keys(MAY_KNOW), 'test', 'bench', 'tools']

const SKIPPED = new Set(['node_modules', 'build', 'data', 'coverage', 'test-results', 'playwright-report', '.git', '.react-router'])
const TEXT = /\.(ts|tsx|mjs|js|json|css|sql|md|csv|svg|txt|ya?ml|html)$|^[^.]*$|^\.(env\.example|gitignore|npmrc|nvmrc)$/

export const isCode = (file: string) => /\.(ts|tsx|mjs|js)$/.test(file)
export const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
export const getRoom = (file: string) => ROOMS.find((room) => file.startsWith(`${room}/`))

export function readTree(root: string, folder = '', tree: Tree = new Map()): Tree {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) readTree(root, file, tree)
    else if (entry.isFile() && TEXT.test(entry.name)) tree.set(file, readFileSync(path.join(root, file), 'utf8'))
  }
  return tree
}
