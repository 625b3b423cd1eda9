/** What "It did not work?" asks: guests to sign in, everybody else what happened. Loaded when it opens. */
import { useId, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'

import { REPORTS_TO_FLAG } from '#contract/constants.ts'
import { REASON_TEXTS, REPORT_REASONS, type ReportReason } from '#contract/report-texts.ts'

import { messageOf } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { LOGIN } from '#web/session/session-paths.ts'
import { isSignedIn } from '#web/session/session-store.ts'
import { SignInQuestion } from '#web/session/sign-in-question.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/form-field.tsx'

import { useReport } from './use-report.ts'

/** `place` is where on the page one comes back to. */
type Props = { offerId: string; place: string; onClose: () => void; onTold: () => void }

export function ReportDialog(props: Props) {
  // Who is signed out meanwhile is led to the sign-in page, and not asked a second time.
  const [isGuest] = useState(() => !isSignedIn())
  return isGuest ? <GuestQuestion {...props} /> : <ReportQuestion {...props} />
}

function GuestQuestion({ place, onClose }: Props) {
  const navigate = useNavigate()
  const signIn = () => {
    const { pathname, search } = window.location
    rememberPath({ pathname, search, hash: `#${place}` })
    void navigate(LOGIN)
  }
  return (
    <SignInQuestion
      description="Sign in to tell us that it did not work, so that everybody is counted once. You come back to this page."
      onClose={onClose}
      onSignIn={signIn}
    />
  )
}

/** Who closes it while a report is on its way has sent it all the same: the page says so once it has arrived. */
function ReportQuestion({ offerId, onClose, onTold }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const [reason, setReason] = useState<ReportReason>()
  const [isMissing, setIsMissing] = useState(false)
  const lacks = isMissing && !reason
  const report = useReport(offerId, onTold)
  const focusReasons = () => form.current?.querySelector('input')?.focus()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(!reason)
    if (!reason) focusReasons()
    else if (!report.isPending) report.mutate(reason)
  }
  return (
    <AlertDialog
      title="What went wrong?"
      description={`When ${REPORTS_TO_FLAG} people have said that an offer did not work, its page warns others until we have checked.`}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onOpened={focusReasons}
    >
      <form ref={form} className="form" onSubmit={submit} noValidate>
        <fieldset role="radiogroup" aria-required aria-invalid={lacks || undefined} aria-describedby={lacks ? id : undefined}>
          <legend className="sr-only">What went wrong</legend>
          <div className="choices">
            {REPORT_REASONS.map((one) => (
              <label key={one} className="choice">
                <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
                {REASON_TEXTS[one]}
              </label>
            ))}
          </div>
          {lacks && <FieldError id={id}>Please choose what went wrong</FieldError>}
        </fieldset>
        {report.error && <Banner tone="bad">{textOf(report.error)}</Banner>}
        <div className="row">
          <CancelButton>Cancel</CancelButton>
          <button className="btn" aria-disabled={report.isPending}>
            {report.isPending ? 'Sending…' : 'Send'}
          </button>
        </div>
      </form>
    </AlertDialog>
  )
}

/** The limit of reports counts hours, not moments. */
const textOf = (error: Error) =>
  isAppError(error) && error.code === 'too_many_requests'
    ? 'You have told us of many offers in a short time. Please try again in an hour.'
    : messageOf(error, 'It could not be sent. Please check your connection and try again.')
