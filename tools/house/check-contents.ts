/** Sizes, and words that must not stand in a file. */
import { getRoom, isTest, MAY_KNOW, type Problem, type Tree } from './tree.ts'

const LONG = 300
const TOO_LONG = 400
/** A variable picked from the environment. Handing it to readConfig whole is no picking, nor is choosing what libraries run as. */
const PICKS_VARIABLE = /process\.env(?:\.|\[(?!'NODE_ENV'\] \?\?=))|=\s*process\.env/
const MEASURED = /\.(ts|tsx|mjs|css)$/
/** Paths that exist on one machine only: someone's home, a working folder, a Windows user. */
const MACHINE_PATH = /(?<![\w.:/-])(?:\/(?:home|Users|root|work|workspace|mnt)\/[A-Za-z][\w.-]*|[A-Z]:\\\\?Users\\)/

export function checkContents(tree: Tree): Problem[] {
  const problems: Problem[] = []
  for (const [file, content] of tree) {
    const room = getRoom(file)
    const lines = content.split('\n').length - 1
    if (MEASURED.test(file) && lines > TOO_LONG) problems.push({ file, text: `has ${lines} lines, above ${TOO_LONG}: split it by meaning` })
    else if (MEASURED.test(file) && lines > LONG)
      problems.push({ file, text: `has ${lines} lines, above ${LONG}: think of splitting it by meaning`, isHint: true })
    if (room && room in MAY_KNOW && !isTest(file) && !file.endsWith('/config.ts') && PICKS_VARIABLE.test(content)) {
      problems.push({ file, text: 'reads process.env: take it from the configuration (config.ts)' })
    }
    const place = MACHINE_PATH.exec(content)
    if (place)
      problems.push({ file, text: `line ${content.slice(0, place.index).split('\n').length} names a path of one machine: ${place[0]}` })
  }
  return problems
}
