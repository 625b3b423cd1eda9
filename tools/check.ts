/** Everything that can be said about the code without running it: house rules, types, lint, form. */
import os from 'node:os'

import { findProgram, runScript } from './run-program.ts'

const tsc = findProgram('typescript', 'tsc')
/** Each that checks works out for itself what several need: more of them than there are cores only do more. */
const checkers = ['--checkers', String(Math.min(os.availableParallelism(), 4))]
const STEPS: [name: string, script: string, args: string[]][] = [
  ['house', 'tools/check-house.ts', []],
  ['requirements', 'tools/check-requirements.ts', ['--quiet']],
  ['security', 'tools/check-security.ts', []],
  ['routes', findProgram('@react-router/dev', 'react-router'), ['typegen']],
  ['types of the server', tsc, checkers],
  ['types of the web app', tsc, [...checkers, '-p', 'web']],
  ['types of the journeys', tsc, [...checkers, '-p', 'test/journeys']],
  ['types of what is measured in a browser', tsc, [...checkers, '-p', 'bench/browser']],
  ['lint', findProgram('oxlint'), ['--type-aware', '--deny-warnings']],
  ['form', findProgram('oxfmt'), ['--check']],
]

/** `names`: what failed, where that is known. */
export type Tally = { passed: number; failed: number; names?: string[] }

/** Runs every step, also after one that failed, and shows the output of those that did. */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0, names: [] as string[] }
  for (const [name, script, args] of STEPS) {
    const { code, output, seconds } = await runScript(script, args)
    tally[code === 0 ? 'passed' : 'failed'] += 1
    if (code !== 0) tally.names.push(`check of ${name}`)
    process.stdout.write(
      `${code === 0 ? ' ok ' : 'FAIL'}  ${name} (${seconds.toFixed(1)} s)\n${code === 0 ? '' : `${output.trimEnd()}\n\n`}`,
    )
  }
  return tally
}

if (import.meta.main) process.exitCode = (await runChecks()).failed > 0 ? 1 : 0
