import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { add, countPlaywright, countVitest } from './tally.ts'

function writeReport(content: object) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-tally-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = path.join(directory, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('passed and failed tests are taken from the reports', () => {
  expect(countVitest(writeReport({ numPassedTests: 7, numFailedTests: 2 }), 1)).toEqual({ passed: 7, failed: 2 })
  expect(countPlaywright(writeReport({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } }), 1)).toEqual({ passed: 6, failed: 1 })
})

test('what failed is named, and a file that could not be run as well', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        {
          fullName: 'one and one are three',
          status: 'failed',
          failureMessages: ['AssertionError: expected 2 to be 3\n    at a.test.ts:7'],
        },
        { fullName: 'good', status: 'passed' },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [{ fullName: 'good', status: 'passed' }] },
  ]
  const one = countVitest(writeReport({ numPassedTests: 2, numFailedTests: 1, testResults }), 1)
  expect(one.names).toEqual(['a.test.ts: one and one are three\n      AssertionError: expected 2 to be 3', 'b.test.ts: no such module'])
  expect(add(one, { passed: 1, failed: 1, names: ['check of lint'] }).names).toHaveLength(3)
})

test('a program that fails without a failed test, or without a report, still counts as a failure', () => {
  const names = [expect.stringContaining('no test failed')]
  expect(countVitest(writeReport({ numPassedTests: 7, numFailedTests: 0 }), 1)).toEqual({ passed: 7, failed: 1, names })
  expect(countPlaywright('/nowhere/report.json', 1)).toEqual({ passed: 0, failed: 1, names })
})
