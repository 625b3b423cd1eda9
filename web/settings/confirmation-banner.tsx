import type { ReactNode } from 'react'

import type { AppError } from '#contract/errors.ts'

import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { useSession } from '#web/session/session-store.ts'
import { Banner } from '#web/ui/banner.tsx'

import { ConfirmationMailButton, isUnconfirmed } from './confirmation-mail.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** Follows the link of a mail that asks whether an address is somebody's, and says how that went. */
export function ConfirmationBanner() {
  const { isIdle, data, error, variables, mutate } = useConfirmation()
  const user = useSession((session) => session.user)
  if (isIdle) return null
  if (data !== undefined) return <Line tone="good" title="E-mail address confirmed" text={data} />
  if (!error)
    return (
      <p className="spin mb-8" role="status">
        Confirming your e-mail address
      </p>
    )
  if (isFinal(error))
    return (
      <Line
        tone="bad"
        title="Not confirmed"
        text={error.code === 'invalid_input' ? INCOMPLETE : error.message}
        action={user && isUnconfirmed(user) && <ConfirmationMailButton user={user} className="btn" />}
      />
    )
  const retry = (
    <button type="button" className="btn" onClick={() => mutate(variables ?? '')}>
      Retry
    </button>
  )
  return <Line tone="bad" title="Not confirmed" text={messageOf(error, 'An error occurred. Please try again.')} action={retry} />
}

const INCOMPLETE = 'This link is not complete. Please open it from the mail once more.'

/** A link that the server does not take will not be taken a second time. */
const isFinal = (error: unknown): error is AppError => isAnswer(error) && error.status < 500 && error.status !== 429

type LineProps = { tone: 'good' | 'bad'; title: string; text: string; action?: ReactNode }
const Line = ({ text, ...banner }: LineProps) => (
  <div className="mb-8">
    <Banner {...banner}>{text}</Banner>
  </div>
)
