/** What a shop is on the wire. What follows from it stands in shop-rules.ts. */
import * as z from 'zod'

import { CLOCK, WEEKDAYS, type Weekday } from './time.ts'
import { calendarDate, cursor, limit, near, NEEDS_NEAR, point, radius, searchText } from './wire.ts'

const clock = z.string().regex(CLOCK, 'Must be HH:MM')
/** One day's hours. `close` at or before `open` runs past midnight; 00:00 to 00:00 is the whole day (D-07). */
export const dayHours = z.object({ isOpen: z.boolean(), open: clock, close: clock })
export type DayHours = z.infer<typeof dayHours>

/** Keyed by weekday, in the city's time zone. A day that is not named is not known. */
export const businessHours = z
  .object(Object.fromEntries(WEEKDAYS.map((day) => [day, dayHours])) as Record<Weekday, typeof dayHours>)
  .partial()
export type BusinessHours = z.infer<typeof businessHours>
/** Hours of single days, which replace the weekday's. */
export const specialHours = z.array(dayHours.extend({ day: calendarDate }))

export const socialMedia = z.object({ facebook: z.string().nullable(), twitter: z.string().nullable(), instagram: z.string().nullable() })

const id = z.string()
/** What a card and a map need to know of a shop. Every offer embeds it. */
export const shopSummary = z.object({
  _id: id,
  id,
  name: z.string(),
  address: z.string().nullable(),
  location: point.nullable(),
  imageUrl: z.string().nullable().describe('At its own host, or /pictures/… of this server where it was fetched'),
  logo: z.string().nullable(),
  businessHours: businessHours.nullable().describe('null: not known'),
  specialHours,
})
export type ShopSummary = z.infer<typeof shopSummary>

export const shop = shopSummary.extend({
  description: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  category: z.string().nullable(),
  categories: z.array(z.string()),
  rating: z.number().nullable(),
  socialMedia,
  distance: z.number().optional().describe('Kilometres from `near`; present only with it'),
})
export type Shop = z.infer<typeof shop>

/** The questions that `GET /shops` answers. */
export const shopQuery = z
  .object({ q: searchText, near, radius, limit, cursor })
  .partial()
  .refine((query) => query.near || query.radius === undefined, NEEDS_NEAR)
export type ShopQuery = z.output<typeof shopQuery>
