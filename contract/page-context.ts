/**
 * What the server hands to the pages that it renders. The plain server and the built web bundle each hold a copy of this file, so the
 * key that both look it up by lives on globalThis.
 */
import type { Api } from './calls.ts'
import type { City } from './city.ts'

export type PageContext = {
  /** Calls in the same process. Failures are `AppError`s of the server's copy: tell them by name, not by class. */
  api: Api
  city: City
  /** Who answers questions, and where the source code lies. */
  contact: { email: string; source: string }
  /** Whether one can sign in with Google here. */
  hasGoogle: boolean
  /** Where this installation is reached from outside, without a slash at its end; undefined where nobody has said. */
  publicUrl: string | undefined
  /** Whoever asks saves data: covers stand for pictures that lie on other hosts. */
  savesData: boolean
  /** Milliseconds since 1970, by the server's clock. */
  now: () => number
  /** Where a failure goes that nobody expected. */
  reportError: (error: unknown) => void
}

/** A key as React Router's contexts are: an object, known by its identity. */
type Key = { defaultValue?: PageContext }
const shared = globalThis as unknown as Record<symbol, Key | undefined>
export const pageContext: Key = (shared[Symbol.for('kade.page-context')] ??= {})
