import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

import type { LikeTarget } from './like-target.ts'

type Props = { target: LikeTarget; onClose: () => void; onSignIn: () => void }

/** Asks a guest who likes something on its own page to sign in; they may as well go on (#103). */
export function SignInQuestion({ target, onClose, onSignIn }: Props) {
  return (
    <AlertDialog
      title="Sign in required"
      description={`Sign in to keep ${target.name} among your liked ${target.type === 'OFFER' ? 'offers' : 'shops'}. You come back to this page.`}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="row">
        <CancelButton>Continue as Guest</CancelButton>
        <button type="button" className="btn" onClick={onSignIn}>
          Sign In
        </button>
      </div>
    </AlertDialog>
  )
}
