import { useState } from 'react'
import { useNavigate } from 'react-router'

import { bareApi } from '#web/lib/browser.ts'

import { GooglePrompt } from './google-prompt.tsx'
import { LEFT } from './google-script.ts'
import { rememberPath } from './return-path.ts'
import { sayGoogleFailure, sendProof, showGoogleFailure } from './send-proof.ts'
import { LOGIN } from './session-paths.ts'
import { getSession } from './session-store.ts'

/** Signs in by Google. Where it leads afterwards, the frame knows. */
export function GoogleSignIn({ onEnd }: { onEnd: () => void }) {
  const navigate = useNavigate()
  const [stood] = useState(() => getSession().token)
  /** The address has an account: its password is asked for, and then Settings, where Google can be connected. */
  const askForPassword = (email: string) => {
    rememberPath({ pathname: '/settings', search: '', hash: '#google-title' })
    return navigate(LOGIN, { replace: window.location.pathname === LOGIN, state: { email } })
  }
  return (
    <GooglePrompt
      label="Sign in with Google"
      doing="Signing you in…"
      begin={async (signal) => (await bareApi('GET /consumer/google-signin', undefined, { signal })).data}
      onProof={async (proof, leaving) => {
        const { isOver, email } = await sendProof(proof, { stood, leaving })
        if (!isOver) onEnd()
        if (email !== undefined) await askForPassword(email)
      }}
      onClosed={() => showGoogleFailure(LEFT)}
      onEnd={(reason) => {
        sayGoogleFailure(reason, stood)
        onEnd()
      }}
    />
  )
}
