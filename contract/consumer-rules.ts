/**
 * What a shopper's own facts may be, in the words that forms show. Forms, calls and the client use the same rules; nothing here needs a
 * schema, so that it ships to the browser as it is.
 */
import { PASSWORD, PHONE } from './constants.ts'

export const GENDERS = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof GENDERS)[number]

/** Something, an at sign, and a host with a dot in it: whether mail arrives is only known once one has (#173). O'Neil has an address as well. */
export const isEmail = (text: string) => /^[^\s@<>",;:\\()[\]]+@[^\s@<>"',;:\\()[\]]+\.[^\s@.<>"',;:\\()[\]]{2,}$/.test(text)
/** The form in which addresses are compared: case says nothing (D-52). */
export const foldEmail = (email: string) => email.trim().normalize('NFKC').toLowerCase()

/** Hyphens, brackets, dots and slashes are how people write numbers down; they are left out before the rule is asked (D-53). */
export const cleanPhone = (text: string) => text.replace(/[-()./\u2010-\u2015]/g, '').trim()
/** Digits, plus and spaces alone, 10 to 15 characters, of which 10 are digits at the least. */
export const isPhone = (phone: string) =>
  /^[\d+ ]*$/.test(phone) && phone.length >= PHONE.min && phone.length <= PHONE.max && phone.replace(/\D/g, '').length >= PHONE.digits

/** The texts of the specification, each once. */
export const FIELD_TEXTS = {
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number (min. 10 digits)',
  passwordShort: 'Password must be at least 6 characters',
  passwordLong: `Password must have at most ${PASSWORD.max} characters`,
  passwordCommon: 'This password is among the first that anyone would try. Please choose another',
  passwordsDiffer: 'Passwords do not match',
  birthdayFuture: 'The birthday lies in the future',
  birthdayUnknown: 'Please enter your birthday',
  name: 'Please enter your name',
} as const

/** Why a password may not be taken, as far as the browser can tell; the server knows the common ones as well. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < PASSWORD.min) return FIELD_TEXTS.passwordShort
  if (password.length > PASSWORD.max) return FIELD_TEXTS.passwordLong
  return undefined
}

/** How hard a password is to guess, from 0 to 3: a hint beside the field, never a rule (D-37). */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  if (password.length < PASSWORD.min || different < 4) return 0
  const points = Math.min(password.length, different * 1.5) + kinds * 2
  return points >= 20 ? 3 : points >= 14 ? 2 : 1
}

/** A day that has been: `today` is the city's. */
export const isBirthday = (day: string, today: string) => day >= '1900-01-01' && day <= today

/** Somebody's tags after one more: trimmed, without the mark that it is shown with, and neither empty nor there already, whatever the case (#187). */
export function addTag(tags: readonly string[], added: string): string[] {
  const tag = added.trim().replace(/^#+\s*/, '')
  const isKnown = tags.some((other) => other.toLocaleLowerCase('en') === tag.toLocaleLowerCase('en'))
  return tag === '' || isKnown ? [...tags] : [...tags, tag]
}
