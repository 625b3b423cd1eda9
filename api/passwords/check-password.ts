/** Passwords that anyone would try first: the most common ones, and what this product and its city suggest (ASVS 6.2.4, 6.1.2). */
import { dictionary } from '@zxcvbn-ts/language-common'

import { FIELD_TEXTS } from '#contract/consumer-rules.ts'
import { AppError } from '#contract/errors.ts'

const COMMON = new Set(dictionary['passwords-common'] as readonly string[])
const OWN_WORDS = ['kade', 'kadeoffers', 'kadedeals', 'colombo', 'srilanka', 'ceylon', 'offers', 'deals']
/** A word with digits and signs around it is no better than the word. */
const bare = (password: string) => password.toLowerCase().replace(/^[\d\W_]+|[\d\W_]+$/g, '')

const isCommonPassword = (password: string) => COMMON.has(password.toLowerCase()) || OWN_WORDS.includes(bare(password))

/** Refuses a common password at the field that it came in. */
export function requireUncommonPassword(password: string, field: 'body.password' | 'body.newPassword') {
  if (isCommonPassword(password))
    throw new AppError('invalid_input', { message: FIELD_TEXTS.passwordCommon, fields: { [field]: FIELD_TEXTS.passwordCommon } })
}
