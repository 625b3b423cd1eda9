import { useRef, useState, type FormEvent } from 'react'

import { TEXT } from '#contract/constants.ts'
import { GENDERS, type Gender } from '#contract/consumer-rules.ts'
import type { Consumer } from '#contract/consumer.ts'
import { wallTime } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { PasswordField } from '#web/session/password-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { focusField, FormField } from '#web/ui/form-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { InterestFields } from './interest-fields.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import {
  checkDraft,
  FIELDS,
  hasNoPassword,
  isOtherEmail,
  NO_PASSWORD,
  readFieldErrors,
  toBody,
  toDraft,
  type DraftErrors,
  type ProfileDraft,
} from './profile-draft.ts'
import { useSaveProfile } from './use-save-profile.ts'

type Edited = { base: Consumer; draft: ProfileDraft }
const begin = (user: Consumer): Edited => ({ base: user, draft: toDraft(user) })
type Change = (change: Partial<ProfileDraft>) => void

/** Edit mode: a draft that is nobody's until it is saved. A failed save keeps every letter of it (#81, #186). */
export function ProfileForm({ user, onClose }: { user: Consumer; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  // Until something is changed it shows what is known; from then on it keeps to what it began from.
  const [edited, setEdited] = useState<Edited>()
  const { base, draft } = edited ?? begin(user)
  const [errors, setErrors] = useState<DraftErrors>({})
  const today = wallTime(useNow(), useCity().timeZone).day
  const save = useSaveProfile(user)
  const showErrors = (found: DraftErrors) => {
    setErrors(found)
    const first = FIELDS.find((field) => found[field])
    // A field may only be drawn with what is wrong with it.
    if (first) setTimeout(() => focusField(form.current, first === 'interestedTags' ? 'tag' : first))
    return first !== undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || showErrors(checkDraft(draft, base, today))) return
    save.mutate(toBody(draft, base), {
      onSuccess: () => {
        showToast({ title: 'Profile updated' })
        onClose()
      },
      onError: (error) => showErrors(errorsOf(error)),
    })
  }
  const change: Change = (part) => setEdited((before = begin(user)) => ({ ...before, draft: { ...before.draft, ...part } }))
  const isSaid = Object.keys(errorsOf(save.error)).length > 0
  return (
    <form ref={form} className="form" aria-label="Edit profile" onSubmit={submit} noValidate>
      <LeaveQuestion isChanged={Object.keys(toBody(draft, base)).length > 0} />
      <PersonFields draft={draft} base={base} errors={errors} change={change} today={today} />
      <InterestFields value={draft} errors={errors} onChange={change} />
      {save.error && !isSaid && <Banner tone="bad">{messageOf(save.error, 'Nothing was saved. What you wrote is still here.')}</Banner>}
      <div className="form-acts">
        <button className="btn" aria-disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className="btn second" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

/** What a server has against single fields. An address that somebody else has belongs to its field, too. */
function errorsOf(error: unknown): DraftErrors {
  if (!isAnswer(error)) return {}
  return error.code === 'email_taken' ? { email: error.message } : readFieldErrors(error.fields)
}

type Fields = { draft: ProfileDraft; base: Consumer; errors: DraftErrors; change: Change; today: string }

const PersonFields = ({ draft, base, errors, change, today }: Fields) => {
  const emailHint = hasNoPassword(base) && !errors.email && { hint: NO_PASSWORD }
  const bind = (name: 'name' | 'email' | 'currentPassword' | 'phone' | 'birthday') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <div className="form-columns">
      <FormField label="Full name" autoComplete="name" maxLength={TEXT.name} required {...bind('name')} />
      <FormField label="Email" type="email" autoComplete="email" maxLength={TEXT.email} required {...bind('email')} {...emailHint} />
      {isOtherEmail(draft, base) && !hasNoPassword(base) && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          hint="A new e-mail address needs your password, and is confirmed by a mail."
          required
          {...bind('currentPassword')}
        />
      )}
      <FormField label="Phone" type="tel" autoComplete="tel" required {...bind('phone')} />
      <SelectField
        label="Gender"
        name="gender"
        value={draft.gender}
        options={GENDERS}
        onChange={(gender) => change({ gender: gender as Gender })}
      />
      <FormField label="Birthday" type="date" autoComplete="bday" min="1900-01-01" max={today} {...bind('birthday')} />
    </div>
  )
}
