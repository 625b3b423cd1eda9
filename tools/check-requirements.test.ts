import { expect, test } from 'vitest'

import { measureCoverage } from './check-requirements.ts'

const claim = (...names: string[]) => `test('says something [${names.join(', ')}]', () => {})`

test('a requirement counts where a test or a journey names it, alone or among others', () => {
  const tree = new Map([
    ['docs/requirements.md', '# Requirements\n\n1. [E2E] One.\n2. [API] Two.\n3. [UNIT] Three.\n4. [UNIT] Four.\n'],
    ['api/a.test.ts', claim('#1')],
    ['test/journeys/b.spec.ts', claim('#2', 'D-05', '#3')],
    ['api/c.ts', claim('#4')],
  ])
  expect(measureCoverage(tree)).toEqual({ open: [[4, '[UNIT] Four.']], total: 4, unknown: [] })
})

test('a number that does not exist is told with its file', () => {
  const tree = new Map([
    ['docs/requirements.md', '1. One.\n'],
    ['api/a.test.ts', claim('#1', '#9')],
  ])
  expect(measureCoverage(tree).unknown).toEqual(['api/a.test.ts #9'])
})
