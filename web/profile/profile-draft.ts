/** A profile while it is edited: what the form holds, what is wrong with it, and what of it is sent. */
import type { CallInput } from '#contract/calls.ts'
import { INTEREST_LIMIT } from '#contract/constants.ts'
import { addTag, cleanPhone, FIELD_TEXTS, foldEmail, isBirthday, isEmail, isPhone, type Gender } from '#contract/consumer-rules.ts'
import type { Consumer } from '#contract/consumer.ts'
import type { FieldErrors } from '#contract/errors.ts'

/** `tag` is what stands in the field for the next tag; `currentPassword` is asked for where the e-mail address changes (D-52). */
export type ProfileDraft = Interests & {
  name: string
  email: string
  currentPassword: string
  phone: string
  gender: Gender
  birthday: string
}
export type Interests = { interestedCategories: string[]; interestedTags: string[]; tag: string }
export type DraftErrors = Partial<Record<keyof ProfileDraft, string>>
export type ProfileBody = NonNullable<CallInput<'PUT /consumer/update-profile/{id}'>['body']>

/** In the order in which the form shows them: the first that is wrong gets the focus (D-17). */
export const FIELDS = [
  'name',
  'email',
  'currentPassword',
  'phone',
  'gender',
  'birthday',
  'interestedCategories',
  'interestedTags',
  'tag',
] as const satisfies (keyof ProfileDraft)[]

/** A stored profile may be older than some of its fields. */
export const toInterests = ({ interestedCategories, interestedTags }: Partial<Consumer>): Interests => ({
  interestedCategories: interestedCategories ?? [],
  interestedTags: interestedTags ?? [],
  tag: '',
})
export const toDraft = (user: Consumer): ProfileDraft => {
  const { name, email, phone = '', gender = 'Other', birthday = null } = user as Pick<Consumer, 'name' | 'email'> & Partial<Consumer>
  return { name, email, currentPassword: '', phone, gender, birthday: birthday ?? '', ...toInterests(user) }
}

export const isOtherEmail = (draft: Pick<ProfileDraft, 'email'>, user: Consumer) => foldEmail(draft.email) !== foldEmail(user.email)

/** Several tags may be written at once, with commas between them. What there is no room for is left over, as text. */
export function addTags(tags: readonly string[], text: string) {
  const all = text.split(',').reduce<string[]>(addTag, [...tags])
  return { tags: all.slice(0, INTEREST_LIMIT), rest: all.slice(INTEREST_LIMIT).join(', ') }
}

/** Why a tag that stands in its field is not added, or the whole not saved with it. */
export function findTagProblem({ interestedTags, tag }: Pick<Interests, 'interestedTags' | 'tag'>): string | undefined {
  const { rest } = addTags(interestedTags, tag)
  return rest === '' ? undefined : `There is room for ${INTEREST_LIMIT} tags. Remove one below, or empty this field.`
}

/** Whether there is no password to ask for. A stored profile may be older than the question. */
export const hasNoPassword = (user: Consumer) => user.hasPassword === false
/** Another address asks for the password (D-52), which whoever signs in with Google alone does not have. */
export const NO_PASSWORD = 'To change it, first set a password under Security Settings.'

/** What the browser can tell by itself; the server asks the same rules and more. `today` is the city's. */
export function checkDraft(draft: ProfileDraft, user: Consumer, today: string): DraftErrors {
  const errors: DraftErrors = {}
  const { name, email, currentPassword, phone, birthday } = draft
  if (name.trim() === '') errors.name = FIELD_TEXTS.name
  if (email.trim() === '') errors.email = 'Please enter your email address'
  else if (!isEmail(email.trim())) errors.email = FIELD_TEXTS.email
  else if (isOtherEmail(draft, user) && hasNoPassword(user)) errors.email = NO_PASSWORD
  else if (isOtherEmail(draft, user) && currentPassword === '')
    errors.currentPassword = 'Please enter your password to change the e-mail address.'
  if (phone.trim() === '') errors.phone = 'Please enter your phone number'
  else if (!isPhone(cleanPhone(phone))) errors.phone = FIELD_TEXTS.phone
  if (birthday !== '' && !isBirthday(birthday, today)) errors.birthday = FIELD_TEXTS.birthdayFuture
  const tag = findTagProblem(draft)
  if (tag) errors.tag = tag
  return errors
}

/** Only what is different from `base`, which it began from: another device may have changed the rest meanwhile. */
export function toBody(draft: ProfileDraft, base: Consumer): ProfileBody {
  const before = toDraft(base)
  const after = {
    name: draft.name.trim(),
    email: draft.email.trim(),
    phone: cleanPhone(draft.phone),
    gender: draft.gender,
    birthday: draft.birthday || null,
  }
  return {
    ...pickChanged(after, { ...before, birthday: before.birthday || null }),
    ...toInterestBody(draft, base),
    ...(isOtherEmail(draft, base) && { currentPassword: draft.currentPassword }),
  }
}

/** The same for interests alone. A tag that was typed and not added yet is meant as well. */
export const toInterestBody = ({ interestedCategories, interestedTags, tag }: Interests, base: Consumer): ProfileBody =>
  pickChanged({ interestedCategories, interestedTags: addTags(interestedTags, tag).tags }, toInterests(base))

const pickChanged = <T extends object>(after: T, before: Record<keyof T, unknown>): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof T])),
  ) as Partial<T>

/** What the server says of single fields: `{ 'body.interestedTags.3': 'Is empty' }` belongs to the tags. */
export function readFieldErrors(fields: FieldErrors | undefined): DraftErrors {
  const known = Object.entries(fields ?? {}).flatMap(([path, text]) => {
    const field = FIELDS.find((name) => name === path.split('.')[1])
    return field ? [[field, text] as const] : []
  })
  return Object.fromEntries(known)
}
