import { forgetIntent } from '#web/likes/remember-intent.ts'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

/** `description` says what it is needed for. */
type Props = { description: string; onClose: () => void; onSignIn: () => void }

/** Asks a guest who wants more than to look to sign in; they may as well go on (#103), and are not asked later about what they wanted once. */
export function SignInQuestion({ description, onClose, onSignIn }: Props) {
  const close = () => {
    forgetIntent()
    onClose()
  }
  return (
    <AlertDialog title="Sign in required" description={description} isOpen onOpenChange={(isOpen) => isOpen || close()}>
      <div className="row">
        <CancelButton>Continue as Guest</CancelButton>
        <button type="button" className="btn" onClick={onSignIn}>
          Sign In
        </button>
      </div>
    </AlertDialog>
  )
}
