import { browserApi } from '#web/lib/browser.ts'
import { isAnswer } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { LEFT, PATIENCE } from '#web/session/google-script.ts'
import { GoogleWay } from '#web/session/google-way.tsx'
import { updateUser } from '#web/session/session-store.ts'
import { showGoogleFailure } from '#web/session/sign-in-google.ts'
import { showToast } from '#web/ui/toasts.ts'

/** `onEnd` is told why it came to nothing. */
type Props = { password: string; onDone: () => void; onEnd: (reason: unknown) => void }

/** Asks Google who it is, and connects the account with that. */
export function GoogleLinking({ password, onDone, onEnd }: Props) {
  const end = (error: unknown) => {
    // By who cancelled, by the page to sign in, and beside the field of the password.
    const isSaidElsewhere = error === LEFT || (isAppError(error) && (error.status === 401 || (isAnswer(error) && error.fields)))
    if (!isSaidElsewhere) showGoogleFailure(error)
    onEnd(error)
  }
  return (
    <GoogleWay
      doing="Connecting…"
      onEnd={end}
      onProof={async (proof) => {
        try {
          const body = { ...proof, currentPassword: password }
          const { data, message } = await browserApi('POST /consumer/google-link', { body }, { signal: AbortSignal.timeout(PATIENCE) })
          updateUser(data)
          showToast({ title: 'Connected', description: message })
          onDone()
        } catch (error) {
          end(error)
        }
      }}
    />
  )
}
