/** The same as api/imports/races.test.ts, for as long as it takes to find what is rare. ROUNDS says how often. */
import { expect, test } from 'vitest'

import { tryRaces } from '#test/try-races.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 100)

test(
  `${ROUNDS} rounds of imports, undos, decisions and shoppers at once leave no half state and nothing hidden`,
  { timeout: 60_000 + ROUNDS * 10_000 },
  async () => {
    const { published, undone } = await tryRaces(ROUNDS)
    expect(published).toBeGreaterThan(ROUNDS / 4)
    expect(undone).toBeGreaterThan(ROUNDS / 10)
  },
)
