import type { City } from '#contract/city.ts'
import { FIELD_TEXTS, isBirthday } from '#contract/consumer-rules.ts'
import { AppError } from '#contract/errors.ts'
import { wallTime } from '#contract/time.ts'

/** Nobody is born tomorrow, by the city's calendar. */
export function requirePastBirthday(birthday: string | null | undefined, now: number, city: City) {
  if (birthday && !isBirthday(birthday, wallTime(now, city.timeZone).day))
    throw new AppError('invalid_input', { message: FIELD_TEXTS.birthdayFuture, fields: { 'body.birthday': FIELD_TEXTS.birthdayFuture } })
}
