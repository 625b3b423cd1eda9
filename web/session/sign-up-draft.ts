/** What the form of the register screen holds, what is wrong with it, and what of it is sent. */
import { cleanPhone, FIELD_TEXTS, GENDERS, isBirthday, isEmail, isPhone, passwordProblem } from '#contract/consumer-rules.ts'
import type { FieldErrors } from '#contract/errors.ts'

/** In the order in which the form shows them: the first that is wrong gets the focus (D-17). */
export const FIELDS = ['name', 'email', 'phone', 'gender', 'birthday', 'password', 'confirmation'] as const
export type SignUpField = (typeof FIELDS)[number]
export type SignUpDraft = Record<SignUpField, string>
export type SignUpErrors = Partial<SignUpDraft>

/** The fields are the browser's own, so that what was typed before the page came alive, and what a password manager fills in, counts. */
export const readDraft = (form: HTMLFormElement): SignUpDraft => {
  const data = new FormData(form)
  const text = (name: SignUpField) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(FIELDS.map((name) => [name, text(name)])) as SignUpDraft
}

/** What the browser can tell by itself, in the written words (#172 to #176); the server asks the same and more. `today` is the city's. */
export function checkSignUp({ name, email, phone, birthday, password, confirmation }: SignUpDraft, today: string): SignUpErrors {
  const birthdayProblem =
    birthday === '' ? FIELD_TEXTS.birthdayUnknown : isBirthday(birthday, today) ? undefined : FIELD_TEXTS.birthdayFuture
  const problems: [SignUpField, string | undefined | false][] = [
    ['name', name.trim() === '' && FIELD_TEXTS.name],
    ['email', email.trim() === '' ? 'Please enter your email address' : !isEmail(email.trim()) && FIELD_TEXTS.email],
    ['phone', phone.trim() === '' ? 'Please enter your phone number' : !isPhone(cleanPhone(phone)) && FIELD_TEXTS.phone],
    ['birthday', birthdayProblem],
    ['password', passwordProblem(password)],
    [
      'confirmation',
      confirmation === '' ? 'Please enter the password once more' : confirmation !== password && FIELD_TEXTS.passwordsDiffer,
    ],
  ]
  return Object.fromEntries(problems.filter(([, problem]) => problem))
}

/** The confirmation stays here (#177). */
export const toSignUpBody = ({ name, email, phone, gender, birthday, password }: SignUpDraft) => ({
  name: name.trim(),
  email: email.trim(),
  phone: cleanPhone(phone),
  gender: GENDERS.find((known) => known === gender) ?? ('Other' as const),
  birthday,
  password,
})

/** What a server has against single fields, by the names of the form. */
export const readSignUpErrors = (fields: FieldErrors | undefined): SignUpErrors =>
  Object.fromEntries(FIELDS.flatMap((name) => (fields?.[`body.${name}`] ? [[name, fields[`body.${name}`]]] : [])))

/** What is left of the errors while somebody writes in the field `name`. Nothing new is found wrong before the form is sent again. */
export const mendErrors = (errors: SignUpErrors, found: SignUpErrors, name: string): SignUpErrors =>
  Object.fromEntries(
    FIELDS.flatMap((field) => {
      const isTouched = field === name || (field === 'confirmation' && name === 'password')
      const error = errors[field] && (isTouched ? found[field] : errors[field])
      return error ? [[field, error]] : []
    }),
  )
