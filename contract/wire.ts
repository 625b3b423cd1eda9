/** What every answer of the main API has in common, and the shapes that many calls share. */
import * as z from 'zod'

import { isCleanText } from './clean-text.ts'
import { PAGE_LIMIT, RADIUS_LIMIT, TEXT } from './constants.ts'
import { isDay } from './time.ts'

/** Of at most `max` UTF-16 units, empty ones too, without control characters and halves of letters. */
export const text = (max: number) => z.string().max(max).refine(isCleanText, 'Contains characters that are not text')

export const instant = z.iso.datetime().describe('ISO 8601, UTC, with milliseconds')
export const calendarDate = z.iso.date().describe('YYYY-MM-DD, a day in the time zone of the city')
/** A day that is asked about. */
export const askedDay = calendarDate.refine(isDay, 'Must be a day from 1900-01-01 to 9998-12-31')

/** A place on the map, in degrees. */
export const position = z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) })
export type Position = z.infer<typeof position>

export const point = z
  .object({ type: z.literal('Point'), coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) })
  .describe('GeoJSON: longitude, then latitude')
export type Point = z.infer<typeof point>

/** The `{id}` of a path, of any length: what nobody has is not found, whatever it looks like (D-57). */
export const idParams = z.object({ id: z.string() })

/** An answer that holds one thing: `{ success: true, data }`. */
export const one = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })

/** An answer that only says that it was done. */
export const done = z.object({ success: z.literal(true), message: z.string() })

/**
 * An answer that holds one page of a list. `count` is the length of `data`; `total` is exact up to 1 000, above that it is 1000 and
 * `totalIsMore` is true; `nextCursor` is null at the end.
 */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    success: z.literal(true),
    data: z.array(item),
    count: z.number().int(),
    total: z.number().int(),
    totalIsMore: z.boolean(),
    nextCursor: z.string().nullable(),
  })

export type Page<T> = { data: T[]; count: number; total: number; totalIsMore: boolean; nextCursor: string | null }
/** The whole of a short list, as its only page. */
export const wholeList = <T>(data: T[]): Page<T> => ({ data, count: data.length, total: data.length, totalIsMore: false, nextCursor: null })

export const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).nullable(),
})

/** A number that came as text, in a query string: `''` and `'1e3'` are not numbers of ours. */
const numeral = z.string().regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'Must be a number')
export const numberText = (schema: z.ZodNumber) => numeral.transform(Number).pipe(schema)

/** `near=6.9344,79.8428`: latitude, then longitude, as people and maps write it. */
export const near = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,9})?,-?\d{1,3}(\.\d{1,9})?$/, 'Must be latitude,longitude')
  .transform((pair) => {
    const [lat, lng] = pair.split(',').map(Number) as [number, number]
    return { lat, lng }
  })
  .pipe(position)
export const radius = numberText(z.number().positive().max(RADIUS_LIMIT)).describe('Kilometres; needs `near`')
/** What a query says that asks for a distance and not from where. */
export const NEEDS_NEAR = { path: ['near'], error: 'Is needed for a distance. Send near=latitude,longitude' }

/** Query values that may be repeated: `tags=a&tags=b`. One value arrives as a string, several as an array; an empty one is none. */
export const repeated = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess((value) => {
    const values: unknown = typeof value === 'string' ? [value] : value
    return Array.isArray(values) ? values.filter((given) => given !== '') : values
  }, z.array(item).max(max))

export const limit = numberText(z.number().int().min(1).max(PAGE_LIMIT))
/** It may hold the name of a shop, at its longest and in letters of three bytes. */
export const cursor = z
  .string()
  .max(2_000)
  .regex(/^[\w-]+$/, 'Is not a cursor of ours')
/** The words of a search. Trimmed; empty means no search. */
export const searchText = text(TEXT.query).transform((words) => words.trim())
