import { expect, test } from 'vitest'

import { tryRaces } from '#test/try-races.ts'

/** The long one stands in test/faults. */
test('imports, undos, decisions and shoppers at once leave no half state and nothing hidden', async () => {
  const { published, undone, reads } = await tryRaces(6)
  // The first is certain, and so is the last undo.
  expect(published).toBeGreaterThan(1)
  expect(undone).toBeGreaterThan(0)
  expect(reads).toBeGreaterThan(10)
}, 120_000)
