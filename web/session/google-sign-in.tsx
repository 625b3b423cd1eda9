import { useNavigate } from 'react-router'

import { SECOND } from '#contract/time.ts'

import { bareApi } from '#web/lib/browser.ts'

import { GooglePrompt } from './google-prompt.tsx'
import { LEFT } from './google-script.ts'
import { rememberPath } from './return-path.ts'
import { LOGIN } from './session-paths.ts'
import { sayGoogleFailure, showGoogleFailure, signInWithGoogle } from './sign-in-google.ts'

const LOOK_EVERY = SECOND / 20
const LOOKS = 100

/** Fills the form of the sign-in page, which keeps what is typed into it, once it stands there: all that is left is the password. */
function fillSignIn(email: string, looks = LOOKS) {
  const password = document.querySelector<HTMLInputElement>('main form [autocomplete=current-password]')
  if (!password) {
    if (looks > 0) setTimeout(() => fillSignIn(email, looks - 1), LOOK_EVERY)
    return
  }
  const field = password.form?.elements.namedItem('email')
  if (field instanceof HTMLInputElement) field.value = email
  // A page that one comes to takes the focus first.
  requestAnimationFrame(() => setTimeout(() => password.focus()))
}

/** Signs in by Google. Where it leads afterwards, the frame knows. */
export function GoogleSignIn({ onEnd }: { onEnd: () => void }) {
  const navigate = useNavigate()
  /** The address has a password: it is asked for, and then Settings, where Google can be connected. */
  const askForPassword = async (email: string) => {
    rememberPath({ pathname: '/settings', search: '', hash: '#google-title' })
    if (window.location.pathname !== LOGIN) await navigate(LOGIN)
    fillSignIn(email)
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
