import { useSession } from './session-store.ts'

/** A sign-in is under way: what went wrong with the last one is not said any more. */
export const begin = () => useSession.setState({ isLoading: true, error: null })

/** It came to nothing, and why. */
export function fail(error: string) {
  useSession.setState({ isLoading: false, error })
  return false
}
