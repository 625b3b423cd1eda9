import { FIELD_TEXTS, passwordProblem, passwordStrength } from '#contract/consumer-rules.ts'

export type PasswordDraft = { currentPassword: string; newPassword: string; confirmation: string }
export type PasswordField = keyof PasswordDraft
/** `title` is there where the written words have one. `fields` are those that are wrong. */
export type PasswordProblem = { title?: string; text: string; fields: PasswordField[] }

const FIELDS = ['currentPassword', 'newPassword', 'confirmation'] as const satisfies PasswordField[]

/** Why a change of password is not even sent, in the written words and their order (#182 to #184). */
export function findPasswordProblem(draft: PasswordDraft): PasswordProblem | undefined {
  const empty = FIELDS.filter((field) => draft[field] === '')
  if (empty.length > 0) return { text: 'All fields are required', fields: empty }
  if (draft.newPassword !== draft.confirmation) return { text: "Passwords don't match", fields: ['confirmation'] }
  const problem = passwordProblem(draft.newPassword)
  if (problem === FIELD_TEXTS.passwordShort)
    return { title: 'Password too short', text: 'Password must be at least 6 characters long.', fields: ['newPassword'] }
  return problem === undefined ? undefined : { text: problem, fields: ['newPassword'] }
}

const STRENGTHS = ['Easy to guess.', 'Could be stronger.', 'Good.', 'Strong.'] as const
/** A hint beside the field, never a rule (D-37). */
export const describeStrength = (password: string) =>
  password === '' ? 'At least 6 characters. A longer one is safer.' : STRENGTHS[passwordStrength(password)]
