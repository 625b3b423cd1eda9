import { useNavigate } from 'react-router'

import { bareApi } from '#web/lib/browser.ts'
import { focusField } from '#web/ui/form-field.tsx'

import { GooglePrompt } from './google-prompt.tsx'
import { LEFT } from './google-script.ts'
import { rememberPath } from './return-path.ts'
import { LOGIN } from './session-paths.ts'
import { sayGoogleFailure, showGoogleFailure, signInWithGoogle } from './sign-in-google.ts'

/** The form of the sign-in page, which keeps what is typed into it: all that is left is the password. */
function fillSignIn(email: string) {
  const form = document.querySelector<HTMLFormElement>('main form')
  const field = form?.elements.namedItem('email')
  if (field instanceof HTMLInputElement) field.value = email
  focusField(form, 'password')
}

/** Signs in by Google. Where it leads afterwards, the frame knows. */
export function GoogleSignIn({ onEnd }: { onEnd: () => void }) {
  const navigate = useNavigate()
  /** The address has a password: it is asked for, and then Settings, where Google can be connected. */
  const askForPassword = async (email: string) => {
    rememberPath({ pathname: '/settings', search: '', hash: '#google-title' })
    if (window.location.pathname !== LOGIN) await navigate(LOGIN)
    // A page that one comes to takes the focus first.
    setTimeout(() => fillSignIn(email))
  }
  return (
    <GooglePrompt
      doing="Signing you in…"
      begin={async (signal) => (await bareApi('GET /consumer/google-signin', undefined, { signal })).data}
      onProof={async (proof) => {
        const { isIn, email } = await signInWithGoogle(proof)
        if (!isIn) onEnd()
        if (email !== undefined) await askForPassword(email)
      }}
      onClosed={() => showGoogleFailure(LEFT)}
      onEnd={(reason) => {
        sayGoogleFailure(reason)
        onEnd()
      }}
    />
  )
}
