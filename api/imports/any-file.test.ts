/** Whatever the bytes, the reader ends with rows, with complaints, or with a refusal that says why. */
import { expect, test } from 'vitest'

import { tryFiles } from '#test/try-files.ts'

test('a thousand damaged files are read or refused, none makes it throw or hang', async () => {
  // The same ones each time; test/faults/any-file.test.ts looks for others.
  const { good } = await tryFiles(1_000, { seed: 2027 })
  expect(good).toBeGreaterThan(300)
}, 120_000)
