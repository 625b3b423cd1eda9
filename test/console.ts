/** Every test's console is watched: an error or a warning that the test did not announce fails it. */
import { format } from 'node:util'

import { afterEach, beforeEach } from 'vitest'

let expected: RegExp[] = []
let unexpected: string[] = []

/** Announces an error or a warning that belongs to what this one test does. */
export function expectConsole(pattern: RegExp) {
  expected.push(pattern)
}

/** What was written and not announced, since it was last asked for. */
export function takeUnexpected() {
  const lines = unexpected
  unexpected = []
  return lines
}

for (const method of ['error', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    const line = format(...values)
    if (!expected.some((pattern) => pattern.test(line))) unexpected.push(`console.${method}: ${line}`)
  }
}

beforeEach(() => {
  expected = []
})

afterEach(() => {
  const lines = takeUnexpected()
  if (lines.length > 0) throw new Error(`The test wrote to the console (expectConsole announces what must be):\n${lines.join('\n')}`)
})
