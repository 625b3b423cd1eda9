import { useMutation } from '@tanstack/react-query'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { updateUser } from '#web/session/session-store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/toasts.ts'

/** Whether the address is known to be unconfirmed. A stored profile may be older than the question. */
export const isUnconfirmed = (user: Consumer | null) => user?.emailConfirmed === false

/** Asks for the mail that confirms an address once more. */
export function ConfirmationMailButton({ user, className }: { user: Consumer; className: string }) {
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: () => browserApi('POST /consumer/send-confirmation'),
    onSuccess: () => showToast({ title: 'Mail sent', description: `A link is on its way to ${user.email}.` }),
    onError: (error) => {
      // A session that has ended has its own words, on the page to sign in.
      if (isAppError(error) && error.status === 401) return
      if (isAnswer(error) && error.code === 'email_confirmed') {
        // On another device, or by a mail that was opened meanwhile.
        updateUser({ ...user, emailConfirmed: true })
        showToast({ title: 'Confirmed already', description: error.message })
        return
      }
      showToast({ title: 'Not sent', description: messageOf(error, 'An error occurred. Please try again.'), variant: 'destructive' })
    },
  })
  return (
    <button type="button" className={className} aria-disabled={sending.isPending} onClick={() => sending.isPending || sending.mutate()}>
      {sending.isPending ? 'Sending…' : 'Send it again'}
    </button>
  )
}

/** Stands in Settings for as long as the address is not confirmed. */
export const ConfirmationHint = ({ user }: { user: Consumer }) =>
  isUnconfirmed(user) && (
    <Banner tone="note" icon="envelope-simple" title="Not confirmed yet" action={<ConfirmationMailButton user={user} className="btn" />}>
      Open the link in the mail that we sent to {user.email}.
    </Banner>
  )
