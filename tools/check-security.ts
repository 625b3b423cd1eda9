/** Keeps docs/security.md true: every test that it names stands in the tree, and every line names one or says why not. */
import { isTest, readTree, type Tree } from './house/tree.ts'
import { ROOT } from './run-program.ts'

const LIST = 'docs/security.md'
/** A line of a table that begins with a number of ASVS. */
const LINE = /^\| ?(\d+\.\d+[^|]*?) ?\|([^|]*)\|([^|]*)\|$/gm
const TITLE = /`([^`]+)`/g

export type Security = {
  /** How many lines a test stands behind, and how many say why none does. */
  proven: number
  explained: number
  problems: string[]
}

export function checkSecurity(tree: Tree): Security {
  const tests = [...tree].filter(([file]) => isTest(file)).map(([, content]) => content)
  const security: Security = { proven: 0, explained: 0, problems: [] }
  const seen = new Set<string>()
  for (const [, id, , proof] of (tree.get(LIST) ?? '').matchAll(LINE)) {
    const titles = [...proof!.matchAll(TITLE)].map(([, title]) => title!)
    if (seen.has(id!)) security.problems.push(`${id}: stands there twice`)
    seen.add(id!)
    for (const title of titles) if (!hasTest(tests, title)) security.problems.push(`${id}: there is no test "${title}"`)
    if (titles.length > 0) security.proven += 1
    else if (proof!.trim() === '') security.problems.push(`${id}: names no test, and does not say why`)
    else security.explained += 1
  }
  if (seen.size === 0) security.problems.push('the table holds no line')
  return security
}

/** Whether a title stands in a test as it is, or before the requirements that it proves. */
function hasTest(tests: string[], title: string) {
  const places = ["'", '"', '`'].flatMap((quote) => [`${quote}${title}${quote}`, `${quote}${title} [`])
  return tests.some((content) => places.some((place) => content.includes(place)))
}

if (import.meta.main) {
  const { proven, explained, problems } = checkSecurity(readTree(ROOT))
  for (const problem of problems) process.stdout.write(`FAIL  ${LIST} ${problem}\n`)
  process.stdout.write(`${proven} lines of ${LIST} are proven by tests, ${explained} say why not\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
