/** Signing up: from what was typed to a session, or to a page that asks to sign in. The words for a failure stand in the session's `error`. */
import type { CallInput } from '#contract/calls.ts'
import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { messageOf } from '#web/lib/failure-text.ts'

import { setSession, useSession } from './session-store.ts'
import { begin, fail } from './sign-in-state.ts'

/** What stands for a failed sign-up where the server has sent no words. */
export const NO_WORDS = 'Registration failed'

/** What a server in the field may leave out. */
type Answered = { token?: string; user?: Consumer; message?: string }

/** Answers what went wrong; or what the server said where it has opened an account and signed nobody in (D-16). */
export async function signUp(
  body: NonNullable<CallInput<'POST /consumer/signup'>['body']>,
): Promise<{ failure?: unknown; message?: string }> {
  begin()
  try {
    const { token, user, message } = (await browserApi('POST /consumer/signup', { body })) as Answered
    if (token && user) {
      setSession({ token, user })
      return {}
    }
    useSession.setState({ isLoading: false })
    return { message: message || 'Registration successful. Please log in.' }
  } catch (failure) {
    fail(messageOf(failure, NO_WORDS))
    return { failure }
  }
}
