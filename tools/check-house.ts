/** Keeps the house rules that no compiler knows: names, sizes, who may know whom, dependencies. See CONTRIBUTING.md. */
import { checkContents } from './house/check-contents.ts'
import { checkCycles, checkImports, readImports } from './house/check-imports.ts'
import { checkNames } from './house/check-names.ts'
import { checkPackages } from './house/check-packages.ts'
import { readTree, type Problem, type Tree } from './house/tree.ts'
import { ROOT } from './run-program.ts'

/** All that is wrong with a project, by file. */
export function checkHouse(tree: Tree): Problem[] {
  const imports = readImports(tree)
  const problems = [
    ...checkNames(tree),
    ...checkImports(tree, imports),
    ...checkCycles(imports),
    ...checkContents(tree),
    ...checkPackages(tree, imports),
  ]
  return problems.toSorted((a, b) => a.file.localeCompare(b.file))
}

if (import.meta.main) {
  const started = performance.now()
  const tree = readTree(ROOT)
  const problems = checkHouse(tree)
  const failures = problems.filter((problem) => !problem.isHint)
  for (const { file, text, isHint } of problems) process.stdout.write(`${isHint ? 'hint' : 'FAIL'}  ${file} ${text}\n`)
  const spent = ((performance.now() - started) / 1_000).toFixed(2)
  process.stdout.write(`House: ${tree.size} files, ${failures.length} to change (${spent} s)\n`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
