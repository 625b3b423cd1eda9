/** Signing in: from what was typed to a session (#135 to #138). The words for a failure stand in the session's `error`. */
import type { CallInput } from '#contract/calls.ts'
import type { Consumer } from '#contract/consumer.ts'
import { errors } from '#contract/errors.ts'
import { readTokenId } from '#contract/session-token.ts'

import { browserApi } from '#web/lib/browser.ts'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'

import { setSession } from './session-store.ts'
import { begin, fail } from './sign-in-state.ts'

/** What a server in the field may leave out. */
type Answered = { token?: string; user?: Consumer }

/** Answers whether somebody is signed in now. */
export async function signIn(body: NonNullable<CallInput<'POST /consumer/signin'>['body']>): Promise<boolean> {
  begin()
  try {
    const { token, user } = (await browserApi('POST /consumer/signin', { body })) as Answered
    const id = token && readTokenId(token)
    if (!token || !id) return fail('Invalid token received')
    setSession({ token, user: user ?? (await (await import('./fetch-profile.ts')).fetchProfile(token, id)) })
    return true
  } catch (error) {
    const saysNothing = isAnswer(error) && error.code === 'unauthorized'
    return fail(saysNothing ? errors.wrong_credentials[1] : messageOf(error, 'Login failed'))
  }
}
