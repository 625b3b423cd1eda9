import { useRef, useState, type FormEvent } from 'react'

import type { Consumer } from '#contract/consumer.ts'

import { isAnswer, messageOf } from '#web/lib/failure-text.ts'
import { InterestFields } from '#web/profile/interest-fields.tsx'
import { LeaveQuestion } from '#web/profile/leave-question.tsx'
import {
  findTagProblem,
  readFieldErrors,
  toInterestBody,
  toInterests,
  type DraftErrors,
  type Interests,
} from '#web/profile/profile-draft.ts'
import { useSaveProfile } from '#web/profile/use-save-profile.ts'
import { Banner } from '#web/ui/banner.tsx'
import { focusField } from '#web/ui/form-field.tsx'
import { showToast } from '#web/ui/toasts.ts'

/** The same as in the profile's edit mode (D-21). Until something is changed here, it shows what is known. */
export function InterestSettings({ user }: { user: Consumer }) {
  const [edited, setEdited] = useState<{ base: Consumer; value: Interests }>()
  const form = useRef<HTMLFormElement>(null)
  const [tooMany, setTooMany] = useState<DraftErrors>({})
  const save = useSaveProfile(user)
  const { base, value } = edited ?? { base: user, value: toInterests(user) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const tag = findTagProblem(value)
    setTooMany(tag ? { tag } : {})
    if (tag) return focusField(form.current, 'tag')
    save.mutate(toInterestBody(value, base), {
      onSuccess: () => {
        setEdited(undefined)
        showToast({ title: 'Interests saved' })
      },
    })
  }
  const refused = isAnswer(save.error) ? readFieldErrors(save.error.fields) : {}
  return (
    <section className="panel" id="interests" tabIndex={-1} aria-labelledby="interests-title">
      <h3 id="interests-title">Interests</h3>
      <form ref={form} className="form" onSubmit={submit} noValidate>
        <LeaveQuestion isChanged={Object.keys(toInterestBody(value, base)).length > 0} />
        <InterestFields
          value={value}
          errors={{ ...refused, ...tooMany }}
          onChange={(change) => setEdited({ base, value: { ...value, ...change } })}
        />
        {save.error && Object.keys(refused).length === 0 && (
          <Banner tone="bad">{messageOf(save.error, 'Nothing was saved. What you chose is still here.')}</Banner>
        )}
        <button className="btn second justify-self-start" aria-disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save interests'}
        </button>
      </form>
    </section>
  )
}
