/** From Google's proof to a session (#139), and the written words for what goes wrong on the way (#232). */
import type { AppError } from '#contract/errors.ts'
import { readClaims } from '#contract/session-token.ts'

import { bareApi } from '#web/lib/browser.ts'
import { isAnswer } from '#web/lib/failure-text.ts'
import { showToast } from '#web/ui/toasts.ts'

import { LEFT, PATIENCE, type GoogleProof } from './google-script.ts'
import { clearSession, setSession, useSession } from './session-store.ts'

const FAILED = 'Failed to login with Google'
const REFUSED = 'Could not login with Google. Please try again.'
const BROKEN = 'An error occurred during Google sign in.'

/** Answers whether somebody is signed in now. Where nobody is, it has been said. */
export async function signInWithGoogle(proof: GoogleProof): Promise<boolean> {
  useSession.setState({ isLoading: true, error: null })
  try {
    const body = { ...readAccount(proof.credential), ...proof }
    const { token, user } = await bareApi('POST /consumer/google-signin', { body }, { signal: AbortSignal.timeout(PATIENCE) })
    if (!token || !user) throw new Error('The server has signed nobody in')
    setSession({ token, user })
    return true
  } catch (error) {
    sayGoogleFailure(error)
    return false
  }
}

/** Who the proof speaks of. Whether it is true, the server knows. */
function readAccount(credential: string) {
  const claims = readClaims(credential) ?? {}
  const read = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const email = read('email')
  return { email, name: read('name').trim() || email.split('@')[0]!, googleId: read('sub'), imageUrl: read('picture') || null }
}

/** Nobody is signed in, and it is said: above the form, and in passing. Who has turned back knows why. */
export function sayGoogleFailure(reason: unknown) {
  // Which password is asked for then, the server says.
  if (reason !== LEFT) clearSession(isNo(reason) && reason.status === 409 ? reason.message : FAILED)
  showGoogleFailure(reason)
}

/** The written words; what the server has to say beside them stands below. */
export function showGoogleFailure(reason: unknown) {
  const words = isNo(reason) && reason.message !== FAILED ? reason.message : undefined
  showToast({
    title: isNo(reason) || reason === LEFT ? REFUSED : BROKEN,
    ...(words && { description: words }),
    ...(reason === LEFT ? { icon: 'info' } : { variant: 'destructive' }),
  })
}

/** The server has understood, and refuses. */
const isNo = (reason: unknown): reason is AppError => isAnswer(reason) && reason.status < 500
