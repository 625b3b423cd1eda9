import { useNavigate } from 'react-router'

import { bareApi } from '#web/lib/browser.ts'
import { focusField } from '#web/ui/form-field.tsx'

import { GooglePrompt } from './google-prompt.tsx'
import { LEFT } from './google-script.ts'
import { rememberPath } from './return-path.ts'
import { LOGIN } from './session-paths.ts'
import { sayGoogleFailure, showGoogleFailure, signInWithGoogle } from './sign-in-google.ts'

/** Signs in by Google. Where it leads afterwards, the frame knows. */
export function GoogleSignIn({ onEnd }: { onEnd: () => void }) {
  const navigate = useNavigate()
  /** The address has a password: it is asked for, and then Settings, where Google can be connected. */
  const askForPassword = async (email: string) => {
    rememberPath({ pathname: '/settings', search: '', hash: '#google-title' })
    await navigate(LOGIN, { replace: window.location.pathname === LOGIN, state: { email } })
    // A page that one comes to takes the focus first.
    setTimeout(() => focusField(document.querySelector('main form'), 'password'))
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
