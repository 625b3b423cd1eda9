/** Counts what the test programs report, so that one line can close them all. */
import { existsSync, readFileSync } from 'node:fs'

import type { Tally } from '#tools/check.ts'

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  names: [...(a.names ?? []), ...(b.names ?? [])],
})

/** A program that failed without naming a test (a file that cannot be loaded, a server that does not start) counts as one failure. */
function withOutcome({ passed, failed, names = [] }: Tally, code: number): Tally {
  const isNameless = code !== 0 && failed + names.length === 0
  const told = isNameless ? ['no test failed, but the program did: its errors stand above'] : names
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), ...(told.length > 0 && { names: told }) }
}

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

type VitestFile = {
  name: string
  status: string
  message?: string
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
}

/** From vitest's JSON report, with the names of what failed, each with how its error begins: a file that could not be run stands for its tests. */
export function countVitest(file: string, code: number): Tally {
  const report = readJson(file) as { numPassedTests: number; numFailedTests: number; testResults?: VitestFile[] } | undefined
  const names = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((result) => result.status === 'failed')
      .map(({ fullName, failureMessages: [error = ''] = [] }) => `${name}: ${fullName}\n      ${error.split('\n')[0]}`.trimEnd())
    return failed.length > 0 || status !== 'failed' ? failed : [`${name}: ${message ?? 'it could not be run'}`]
  })
  return withOutcome({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, names }, code)
}

/** From Playwright's JSON report. A journey that passed at its second try has passed; the list above says that it is flaky. */
export function countPlaywright(file: string, code: number): Tally {
  const report = readJson(file) as { stats: { expected: number; unexpected: number; flaky: number } } | undefined
  const stats = report?.stats
  return withOutcome({ passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 }, code)
}
