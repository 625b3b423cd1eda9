import { expect, test } from 'vitest'

import { expectConsole, takeUnexpected } from './console.ts'

/* oxlint-disable no-console -- the console is what is tried here */
test('what a test did not announce is caught, and what it announced is not', () => {
  expectConsole(/a shop without a name/)
  console.warn('there is %s', 'a shop without a name')
  expect(takeUnexpected()).toEqual([])
  console.error(new Error('nobody expected this'))
  expect(takeUnexpected()).toEqual([expect.stringMatching(/^console\.error: Error: nobody expected this/)])
})
