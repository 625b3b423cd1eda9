/** Who may know whom. */
import { CARRIERS } from './check-names.ts'
import { listImports, type Import } from './list-imports.ts'
import { getRoom, isCode, isTest, MAY_KNOW, type Problem, type Tree } from './tree.ts'

/** What the contract may be made of, so that both ends can load it: add a small pure library here on purpose. */
const CONTRACT_PACKAGES = new Set(['zod', 'libphonenumber-js', 'ipaddr.js'])

const UI_MAY_KNOW = /^web\/(ui|lib|styles)\//

export type Imports = Map<string, Import[]>

export const readImports = (tree: Tree): Imports =>
  new Map([...tree].filter(([file]) => isCode(file)).map(([file, content]) => [file, listImports(file, content)]))

export function checkImports(tree: Tree, imports: Imports): Problem[] {
  const usesZod = findUsersOf('zod', imports)
  const problems: Problem[] = []
  for (const [file, list] of imports) {
    const text = (message: string) => problems.push({ file, text: message })
    for (const imported of list) {
      checkPath(file, imported, tree, text)
      checkRooms(file, imported, text)
      const reachesZod = imported.file && usesZod.has(imported.file) && imported.file.startsWith('contract/')
      if (getRoom(file) === 'web' && !isTest(file) && !imported.isType && reachesZod) {
        text(`loads zod into the browser through ${imported.file}: import its types only, or what it needs from a file without zod`)
      }
    }
  }
  return problems
}

function checkPath(file: string, { source, file: target }: Import, tree: Tree, text: (message: string) => void) {
  const room = getRoom(file)
  const isGenerated = source.includes('+types/')
  if (source.startsWith('../..')) text(`'${source}' climbs: write '#${target}'`)
  else if (source.startsWith('.') && room && target && getRoom(target) !== room && room in MAY_KNOW)
    text(`'${source}' leaves ${room}: write '#${target}'`)
  if (target && !isGenerated && !target.startsWith('build/') && !tree.has(target) && !/\.[a-z0-9]+$/.test(target)) {
    text(`'${source}' has no suffix: write the file's whole name`)
  } else if (target && !isGenerated && isCode(target) && !target.startsWith('build/') && !tree.has(target)) {
    text(`'${source}' is not there`)
  }
}

function checkRooms(file: string, { source, file: target, package: name }: Import, text: (message: string) => void) {
  const room = getRoom(file)
  const known = room && MAY_KNOW[room]
  if (!known) return
  const other = target && getRoom(target)
  const allowed = [room, ...known, ...(isTest(file) ? ['test'] : [])]
  if (other && !allowed.includes(other)) text(`${room} must not know ${other} ('${source}')`)
  if (room === 'contract' && name && !isTest(file) && !CONTRACT_PACKAGES.has(name)) {
    text(`the contract must not need '${source}': it is loaded on both ends`)
  }
  if (file.startsWith('web/ui/') && !isTest(file) && target?.startsWith('web/') && !UI_MAY_KNOW.test(target)) {
    text(`a part of ui/ fits another product: it must not know '${source}'`)
  }
  const page = target?.endsWith('-page.tsx') ? getFolder(target) : undefined
  if (room === 'web' && page && !CARRIERS.has(page) && !isTest(file) && page !== getFolder(file)) {
    text(`uses another feature's page ('${source}'): take a part out of it and share that`)
  }
}

const getFolder = (file: string) => file.slice(0, file.lastIndexOf('/'))

/** The files that load a package when they run, themselves or through others. */
function findUsersOf(name: string, imports: Imports): Set<string> {
  const users = new Set<string>()
  const runtime = new Map([...imports].map(([file, list]) => [file, list.filter((imported) => !imported.isType)]))
  for (let before = -1; before !== users.size;) {
    before = users.size
    for (const [file, list] of runtime) {
      if (list.some((imported) => imported.package === name || (imported.file && users.has(imported.file)))) users.add(file)
    }
  }
  return users
}

/** Files that need each other in a circle, types included: each circle once, with its way round. */
export function checkCycles(imports: Imports): Problem[] {
  const problems: Problem[] = []
  const done = new Set<string>()
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) {
      const circle = [...way.slice(way.indexOf(file)), file]
      problems.push({ file, text: `is part of a circle of imports: ${circle.join(' -> ')}. Move what they share into a file below them` })
      return
    }
    if (done.has(file)) return
    for (const { file: target } of imports.get(file) ?? []) if (target && imports.has(target)) walk(target, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return problems
}
