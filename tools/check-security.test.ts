import { expect, test } from 'vitest'

import { checkSecurity } from './check-security.ts'

const table = (...lines: string[]) => ['| id | what must be true | proof |', '|---|---|---|', ...lines].join('\n')
const TESTS: [string, string][] = [
  ['api/a.test.ts', "test('a door stays shut', () => {})\ntest(\"somebody's door [#12]\", () => {})"],
  ['api/a.ts', "'a door that no test tries'"],
]

test('a line is proven by tests that stand in the tree, or says why not', () => {
  const list = table("| 1.1.1 | doors | `a door stays shut`, `somebody's door` |", '| 2.1 | later | with the next issue |')
  expect(checkSecurity(new Map([...TESTS, ['docs/security.md', list]]))).toEqual({ proven: 1, explained: 1, problems: [] })
})

test('a title that no test has, a line that says nothing and a line that stands there twice are told', () => {
  const list = table('| 1.1.1 | doors | `a door that no test tries` |', '| 1.1.2 | windows | |', '| 1.1.2 | windows | later |')
  expect(checkSecurity(new Map([...TESTS, ['docs/security.md', list]])).problems).toEqual([
    '1.1.1: there is no test "a door that no test tries"',
    '1.1.2: names no test, and does not say why',
    '1.1.2: stands there twice',
  ])
  expect(checkSecurity(new Map(TESTS)).problems).toEqual(['the table holds no line'])
})
