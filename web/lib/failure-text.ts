import { errors, type AppError } from '#contract/errors.ts'

import { isAppError } from '#web/lib/failure.ts'

/** A failure that a server has told, in contrast to no answer at all, or to a fault of ours. */
export const isAnswer = (error: unknown): error is AppError => isAppError(error) && error.cause === undefined

/** Where there was no answer to something that somebody did. */
export const DID_NOT_WORK = 'That did not work. Please check your connection and try again.'

/** The server's message, or `otherwise` where it had none to give (#234, #235, #237). */
export function messageOf(error: unknown, otherwise: string): string {
  if (!isAnswer(error)) return otherwise
  const saysNothing = error.code === 'internal_error' && error.message === errors.internal_error[1]
  return saysNothing ? otherwise : error.message
}
