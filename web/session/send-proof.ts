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

/**
 * Answers whether somebody is signed in now; where nobody is, it has been said. `email` stands where it belongs to an account with a password,
 * which is asked for instead.
 */
export async function signInWithGoogle(proof: GoogleProof): Promise<{ isIn: boolean; email?: string }> {
  useSession.setState({ isLoading: true, error: null })
  let account: Account | undefined
  try {
    const { credential, ticket } = proof
    account = await readAccount(proof)
    const body = { ...account, credential, ticket }
    const { token, user } = await bareApi('POST /consumer/google-signin', { body }, { signal: AbortSignal.timeout(PATIENCE) })
    if (!token || !user) throw new Error('The server has signed nobody in')
    setSession({ token, user })
    return { isIn: true }
  } catch (error) {
    sayGoogleFailure(error)
    return { isIn: false, ...(account && hasPassword(error) && { email: account.email }) }
  }
}

type Account = { email: string; name: string; googleId: string; imageUrl: string | null }

/** Who it is: by the provider's account information where it can be asked for (#229), else by what the proof says. Whether it is true, the server knows. */
async function readAccount({ credential, account }: GoogleProof): Promise<Account> {
  const facts = account ? await fetchAccount(account) : (readClaims(credential) ?? {})
  const read = (name: string) => (typeof facts[name] === 'string' ? facts[name] : '')
  const email = read('email')
  return { email, name: read('name').trim() || email.split('@')[0]!, googleId: read('sub'), imageUrl: read('picture') || null }
}

async function fetchAccount({ address, accessToken }: NonNullable<GoogleProof['account']>) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(address, { headers, credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })
  if (!answer.ok) throw new Error(`The account information answers ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

/** Nobody is signed in, and it is said: above the form, and in passing. Who has turned back knows why. */
export function sayGoogleFailure(reason: unknown) {
  // Which password is asked for then, the server says.
  if (reason !== LEFT) clearSession(hasPassword(reason) ? reason.message : FAILED)
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

const hasPassword = (reason: unknown): reason is AppError => isNo(reason) && reason.status === 409
/** The server has understood, and refuses. */
const isNo = (reason: unknown): reason is AppError => isAnswer(reason) && reason.status < 500
