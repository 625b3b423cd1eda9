/** Tells which lines of docs/requirements.md no test names in its title. It fails only for a number that does not exist. */
import { isTest, readTree, type Tree } from './house/tree.ts'
import { ROOT } from './run-program.ts'

const LIST = 'docs/requirements.md'
const LINE = /^(\d+)\. (.*)$/gm
/** `[#174]`, `[#174, #175]`, `[#174 #175 D-05]` in a title. */
const CLAIM = /\[((?:#\d+|D-\d+)(?:[ ,]+(?:#\d+|D-\d+))*)\]/g

export type Coverage = {
  /** Number, and the requirement's own words, of each line that no test names. */
  open: [number, string][]
  total: number
  /** "file #number" for each claim of a line that does not exist. */
  unknown: string[]
}

export function measureCoverage(tree: Tree): Coverage {
  const lines = new Map([...(tree.get(LIST) ?? '').matchAll(LINE)].map(([, number, text]) => [Number(number), text!]))
  const claimed = new Set<number>()
  const unknown: string[] = []
  for (const [file, content] of tree) {
    if (!isTest(file)) continue
    const numbers = [...content.matchAll(CLAIM)].flatMap(([, claim]) => [...claim!.matchAll(/#(\d+)/g)].map(([, number]) => Number(number)))
    for (const number of numbers) {
      claimed.add(number)
      if (!lines.has(number)) unknown.push(`${file} #${number}`)
    }
  }
  return { open: [...lines].filter(([number]) => !claimed.has(number)), total: lines.size, unknown }
}

if (import.meta.main) {
  const { open, total, unknown } = measureCoverage(readTree(ROOT))
  const isQuiet = process.argv.includes('--quiet')
  for (const [number, text] of isQuiet ? [] : open) process.stdout.write(`#${number} ${text.slice(0, 120)}\n`)
  process.stdout.write(`${total - open.length} of ${total} requirements are named by a test, ${open.length} are not\n`)
  for (const claim of unknown) process.stdout.write(`FAIL  ${claim}: there is no such requirement\n`)
  process.exitCode = unknown.length > 0 ? 1 : 0
}
