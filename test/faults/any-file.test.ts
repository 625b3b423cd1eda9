/** The same as api/imports/any-file.test.ts, for as long as it takes to find what is rare. */
import { expect, test } from 'vitest'

import { tryFiles } from '#test/try-files.ts'

test('a hundred thousand damaged files are read or refused, and nothing stays in memory', async () => {
  const { good, grown } = await tryFiles(100_000)
  expect(good).toBeGreaterThan(20_000)
  expect(grown).toBeLessThan(200 * 2 ** 20)
}, 3_600_000)
