/** What a test has put in the place of a global goes with it: the `fetch` of one file would answer the next one's requests. */
import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})
