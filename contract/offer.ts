/** What an offer is on the wire. What follows from it (is it live, how long is it left) stands in offer-rules.ts. */
import * as z from 'zod'

import { DEMANDS, RELATED, SERVICES, STATUS_WINDOW, TAG_LIMIT, TEXT } from './constants.ts'
import { shopSummary } from './shop.ts'
import { WEEKDAYS } from './time.ts'
import { askedDay, cursor, instant, limit, near, NEEDS_NEAR, page, radius, repeated, searchText, text } from './wire.ts'

const money = z.number().nonnegative().nullable().describe('In the currency of the city')

/** What an offer asks of whoever uses it, beside its dates and the hours of its shop: the catch, as data. */
export const conditions = z.object({
  weekdays: z.array(z.enum(WEEKDAYS)).describe('Empty: every day'),
  hours: z.object({ from: z.string(), to: z.string() }).nullable().describe('HH:MM; null: all day'),
  payment: z.string().nullable().describe('"card", "cash", or words such as "Harbour Bank cards"'),
  newCustomersOnly: z.boolean(),
  service: z.array(z.enum(SERVICES)).describe('Empty: any'),
})
export type Conditions = z.infer<typeof conditions>
export type Demand = (typeof DEMANDS)[number]
export type Service = Conditions['service'][number]

const quote = z.string().optional()
/** What the words of an offer seem to ask where no column states it: a suggestion that may be wrong, with the words it was read from. */
const suggestedConditions = z
  .object({
    weekdays: z.array(z.enum(WEEKDAYS)).optional().describe('Sunday first; never empty, never all seven'),
    hours: conditions.shape.hours.unwrap().optional().describe('HH:MM. From 00:00: from opening on; to 00:00: until closing'),
    payment: z.string().optional().describe('"card", "cash", or words such as "Harbour Bank credit cards"'),
    newCustomersOnly: z.literal(true).optional(),
    service: z.array(z.enum(SERVICES)).optional().describe('Never empty, never all three'),
    minimumPurchase: z.number().positive().optional().describe('In the currency of the city'),
    quotes: z
      .object({ weekdays: quote, hours: quote, payment: quote, newCustomersOnly: quote, service: quote, minimumPurchase: quote })
      .describe("The shop's words for each kind that is suggested"),
  })
  .describe(
    "Read from the shop's words by a program: a suggestion, never a fact. Show it as one, with its quote. Only what no column states",
  )
export type SuggestedConditions = z.infer<typeof suggestedConditions>

const id = z.string()
export const offer = z.object({
  _id: id,
  id,
  title: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string().nullable().describe('At its own host, or /pictures/… of this server where it was fetched'),
  category: z.string(),
  tags: z.array(z.string()),
  rating: z.number().nullable(),
  clicks: z.number().int(),
  discount: z.number().min(0).max(100).describe('Percent; 0 where none is known'),
  discountIsUpTo: z.boolean().describe('The shop says "up to": not counted as a saving'),
  discountIsFromText: z.boolean().describe('Read from the words of the title or description, not stated'),
  originalPrice: money,
  discountedPrice: money,
  pricesAreFromText: z.boolean().describe('Read from the words of the title or description, not stated'),
  minimumPurchase: money,
  usageLimit: z.number().int().positive().nullable().describe('Times per customer, as the shop states it'),
  startDate: instant.nullable().describe('null: it has always been running'),
  endDate: instant.nullable().describe('null: it has no end. The instant itself still belongs to the offer'),
  termsAndConditions: z.string().nullable(),
  offerUrl: z.string().nullable(),
  conditions,
  conditionsFromText: suggestedConditions.nullable(),
  shop: shopSummary,
  distance: z.number().optional().describe('Kilometres from `near`; present only with it'),
})
export type Offer = z.infer<typeof offer>

/** An offer on its own page. The code is there only while the offer runs (D-43). */
export const offerDetail = offer.extend({
  redemptionCode: z.string().nullable(),
  reportedAt: instant.nullable().describe('When it was last reported not to work, where several have, and nobody has checked since'),
})
export type OfferDetail = z.infer<typeof offerDetail>

export const OFFER_SORTS = ['relevance', 'ending', 'discount', 'newest', 'distance', 'usable'] as const
export type OfferSort = (typeof OFFER_SORTS)[number]

const filters = z
  .object({
    q: searchText,
    category: text(TEXT.line).describe('Equals; `all` means any'),
    tags: repeated(text(TEXT.tag), TAG_LIMIT).describe('Any of them, whole, case-insensitive'),
    shop: text(TEXT.line).describe('The id of a shop; `all` means any'),
    from: askedDay.describe('Starts on this day or later; an offer without a start passes'),
    to: askedDay.describe('Ends on this day or earlier; an offer without an end does not pass'),
    on: askedDay.describe('Valid on this day'),
    usable: z
      .literal('now')
      .describe(
        `Only what can be used now, of the first ${STATUS_WINDOW} in the order of the list; totalIsMore where there are more than these`,
      ),
    without: repeated(z.enum(DEMANDS), DEMANDS.length).describe('Only what asks for none of these; no card includes no certain bank'),
    service: z.enum(SERVICES).describe('Can be taken in this way'),
    near,
    radius,
  })
  .partial()

/** The questions that `GET /offers/all` answers. With none at all, the answer is every running offer. */
export const offerQuery = filters
  .extend({
    sort: z
      .enum(OFFER_SORTS)
      .optional()
      .describe(`usable: first what can be used now, then soon; within the nearest or soonest ${STATUS_WINDOW}`),
    limit: limit.optional(),
    cursor: cursor.optional(),
  })
  .refine((query) => query.near || (query.radius === undefined && query.sort !== 'distance'), NEEDS_NEAR)
export type OfferQuery = z.output<typeof offerQuery>

/** A page of offers. With a radius, `withoutPosition` says how many were left out because nobody knows where they are (at most 1000). */
export const offerPage = page(offer).extend({ withoutPosition: z.number().int().optional() })

export const relatedQuery = z.object({
  category: text(TEXT.line).optional(),
  tags: repeated(text(TEXT.tag), RELATED.tags).optional(),
  exclude: text(TEXT.line).optional(),
  limit: limit.optional(),
})
export type RelatedQuery = z.output<typeof relatedQuery>

/** How much there is: counted over running offers, at most a minute old. `averageSavings` is a whole percentage. */
export const statistics = z.object({ activeOffers: z.number().int(), partnerShops: z.number().int(), averageSavings: z.number().int() })
export type Statistics = z.infer<typeof statistics>

export const category = z.object({ _id: id, id, name: z.string(), count: z.number().int().describe('Running offers') })
export type Category = z.infer<typeof category>
