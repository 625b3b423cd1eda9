import { LEFT } from './google-script.ts'
import { GoogleWay } from './google-way.tsx'
import { sayGoogleFailure, showGoogleFailure, signInWithGoogle } from './sign-in-google.ts'

/** The way in by Google. Where it leads afterwards, the frame knows. */
export const GoogleEntrance = ({ onEnd }: { onEnd: () => void }) => (
  <GoogleWay
    doing="Signing you in…"
    onProof={async (proof) => {
      if (!(await signInWithGoogle(proof))) onEnd()
    }}
    onClosed={() => showGoogleFailure(LEFT)}
    onEnd={(reason) => {
      sayGoogleFailure(reason)
      onEnd()
    }}
  />
)
