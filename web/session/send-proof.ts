/** From Google's proof to a session (#139), and the written words for what goes wrong on the way (#232). */
import { cleanName } from '#contract/clean-text.ts'
import type { AppError } from '#contract/errors.ts'
import { readClaims } from '#contract/session-token.ts'

import { bareApi } from '#web/lib/browser.ts'
import { isAnswer } from '#web/lib/failure-text.ts'
import { showToast } from '#web/ui/toasts.ts'

import { LEFT, PATIENCE, type GoogleProof } from './google-script.ts'
import { clearSession, getSession, setSession, useSession } from './session-store.ts'
import { begin, fail } from './sign-in-state.ts'

const FAILED = 'Failed to login with Google'
const REFUSED = 'Could not login with Google. Please try again.'
const BROKEN = 'An error occurred during Google sign in.'

/** A sign-in that is under way: the token of the session that stood when it began, and what ends when its place is left. */
type Going = { stood: string | null; leaving: AbortSignal }

/**
 * Answers whether there is nothing left to do: somebody is signed in, by this or otherwise meanwhile, or the place has been left. Where nobody
 * is, it has been said. `email` stands where it belongs to another account, whose password is asked for instead.
 */
export async function sendProof(proof: GoogleProof, { stood, leaving }: Going): Promise<{ isOver: boolean; email?: string }> {
  begin()
  const isOver = () => leaving.aborted || getSession().token !== stood
  let account: Account | undefined
  try {
    const { credential, ticket } = proof
    account = await readAccount(proof, leaving)
    const body = { ...account, credential, ticket }
    const answer = await bareApi('POST /consumer/google-signin', { body }, { signal: patience(leaving) })
    if (isOver()) return rest()
    const { token, user, isNew, message } = answer
    if (!token || !user) throw new Error('The server has signed nobody in')
    setSession({ token, user })
    if (isNew) showToast({ title: 'Account opened', description: message })
    return { isOver: true }
  } catch (error) {
    if (isOver()) return rest()
    sayGoogleFailure(error, stood)
    return { isOver: false, ...(account && isTaken(error) && { email: account.email }) }
  }
}

const patience = (leaving: AbortSignal) => AbortSignal.any([leaving, AbortSignal.timeout(PATIENCE)])

/** What comes now does not count any more. */
function rest() {
  useSession.setState({ isLoading: false })
  return { isOver: true }
}

type Account = { email: string; name: string; googleId: string; imageUrl: string | null }

/** Who it is: by the provider's account information where it can be asked for (#229), else by what the proof says. Whether it is true, the server knows. */
async function readAccount({ credential, account }: GoogleProof, leaving: AbortSignal): Promise<Account> {
  const facts = account ? await fetchAccount(account, leaving) : (readClaims(credential) ?? {})
  const read = (name: string) => (typeof facts[name] === 'string' ? facts[name] : '')
  const email = read('email')
  return { email, name: cleanName(read('name')) || email.split('@')[0]!, googleId: read('sub'), imageUrl: read('picture') || null }
}

async function fetchAccount({ address, accessToken }: NonNullable<GoogleProof['account']>, leaving: AbortSignal) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await fetch(address, { headers, credentials: 'omit', signal: patience(leaving) })
  if (!answer.ok) throw new Error(`The account information answers ${answer.status}`)
  return (await answer.json()) as Record<string, unknown>
}

/**
 * Nobody is signed in, and it is said: above the form, and in passing. Who has turned back knows why. The session that stood when it began ends
 * (#139); of another, begun meanwhile, this does not speak.
 */
export function sayGoogleFailure(reason: unknown, stood: string | null) {
  if (getSession().token !== stood) return
  if (reason !== LEFT) {
    clearSession()
    // Which password is asked for then, the server says.
    fail(isTaken(reason) ? reason.message : FAILED)
  }
  showGoogleFailure(reason)
}

/** The written words; what the server has to say beside them stands below. */
export function showGoogleFailure(reason: unknown) {
  const words = isNo(reason) && reason.code !== 'wrong_credentials' ? reason.message : undefined
  showToast({
    title: isNo(reason) || reason === LEFT ? REFUSED : BROKEN,
    ...(words && { description: words }),
    ...(reason === LEFT ? { icon: 'info' } : { variant: 'destructive' }),
  })
}

const isTaken = (reason: unknown): reason is AppError => isNo(reason) && reason.code === 'email_taken'
/** The server has understood, and refuses. */
const isNo = (reason: unknown): reason is AppError => isAnswer(reason) && reason.status < 500
