/** The dependencies: each is wanted by a line in docs/dependencies.md, and the lock file names no registry. */
import type { Imports } from './check-imports.ts'
import type { Problem, Tree } from './tree.ts'

const LIST = 'docs/dependencies.md'
const LOCK = 'package-lock.json'
const BUILT_IN = new Set(['virtual:react-router'])

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>
type Lock = { packages?: Record<string, { optionalDependencies?: Record<string, string> }> }

export function checkPackages(tree: Tree, imports: Imports): Problem[] {
  const manifest = JSON.parse(tree.get('package.json') ?? '{}') as Manifest
  const declared = new Set(
    [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((group) => Object.keys(group ?? {})),
  )
  const explained = listExplained(tree.get(LIST) ?? '')
  const problems: Problem[] = []
  for (const name of declared) {
    if (!explained.has(name))
      problems.push({ file: LIST, text: `says nothing of ${name}: add a line "- \`${name}\`: why it is there, and what was considered"` })
  }
  for (const name of explained) {
    if (!declared.has(name)) problems.push({ file: LIST, text: `speaks of ${name}, which package.json does not have: remove its line` })
  }
  for (const [file, list] of imports) {
    const missing = list.find(
      ({ package: name }) =>
        name && !name.startsWith('node:') && !declared.has(name) && !declared.has(getTypesName(name)) && !BUILT_IN.has(name),
    )
    if (missing) problems.push({ file, text: `imports '${missing.source}', which package.json does not have` })
  }
  return [...problems, ...checkLock(tree.get(LOCK) ?? '{}')]
}

function checkLock(text: string): Problem[] {
  const problems: Problem[] = []
  if (/"resolved":\s*"https?:/.test(text)) {
    problems.push({ file: LOCK, text: 'names addresses of a registry: run npm install again with the .npmrc of this folder' })
  }
  const { packages = {} } = JSON.parse(text) as Lock
  const locked = new Set(Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !locked.has(name)),
  )
  if (missing.length > 0) {
    const packs = missing.slice(0, 3).join(', ')
    problems.push({
      file: LOCK,
      text: `lacks packages of other platforms, so npm ci fails (${packs} …): take a version that has them all, and lock it without node_modules`,
    })
  }
  return problems
}

const getTypesName = (name: string) => `@types/${name.replace('@', '').replace('/', '__')}`

/** The names before the first colon of a list item, or in the first column of a table: "- `react`, `react-dom`: …". */
function listExplained(text: string): Set<string> {
  const heads = text.split('\n').flatMap((line) => /^(?:[-*]\s+([^:]+)|\|([^|]+)\|)/.exec(line)?.slice(1) ?? [])
  return new Set(heads.filter(Boolean).flatMap((head) => [...head.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)))
}
