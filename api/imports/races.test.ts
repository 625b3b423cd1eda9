import { expect, test } from 'vitest'

import { tryRaces } from '#test/try-races.ts'

/** The long one stands in test/faults. */
test('imports, undos, decisions and shoppers at once leave no half state and nothing hidden', async () => {
  const { published, reads } = await tryRaces(6)
  expect(published).toBeGreaterThan(3)
  expect(reads).toBeGreaterThan(10)
}, 120_000)
