/** The one city that an installation serves: where it is, how its people write time and money (D-20). */
import * as z from 'zod'

import { calendarDate, position } from './wire.ts'

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
const isCurrency = (code: string) => /^[A-Z]{3}$/.test(code)

export const neighbourhood = position.extend({
  name: z.string().min(1).describe('As people say it: Borella'),
  alsoCalled: z.array(z.string().min(1)).optional().describe('Other spellings, and the postal district: how an address may name it'),
})
export type Neighbourhood = z.infer<typeof neighbourhood>

export const city = z.object({
  name: z.string().min(1).describe('As people say it: Colombo'),
  key: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .describe('The name that the recommendation service knows it by: colombo'),
  center: position.describe('Where distances are measured from while nothing better is known'),
  timeZone: z.string().refine(isTimeZone, 'Is not a time zone that this computer knows'),
  currency: z.string().refine(isCurrency, 'Is not a currency code such as LKR'),
  locale: z.string().min(2),
  neighbourhoods: z.array(neighbourhood).describe('Where distances may be measured from, by choice'),
  holidays: z.array(z.object({ day: calendarDate, name: z.string().min(1) })),
})
export type City = z.infer<typeof city>
