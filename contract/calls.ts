/**
 * Every call of the API, under /api/v1, in one table. The key is method and path; the rest says what goes in and what comes out.
 * The server binds its routes to this table, the client takes its types from it, the documentation is made from it. What shoppers ask of
 * themselves stands in consumer-calls.ts, their likes and interests, which have many doors, in list-calls.ts; imports stand in
 * import-calls.ts, changes of the catalogue by hand in edit-calls.ts.
 *
 * To add a field, a filter of a list, or a call: the last parts of docs/architecture.md.
 */
import * as z from 'zod'

import { city } from './city.ts'
import { consumerCalls } from './consumer-calls.ts'
import { editCalls } from './edit-calls.ts'
import { importCalls } from './import-calls.ts'
import { interactionBody } from './interaction.ts'
import { listCalls } from './list-calls.ts'
import { category, offer, offerDetail, offerPage, offerQuery, relatedQuery, statistics } from './offer.ts'
import { recommendationParams, recommendationQuery, recommendations } from './recommendation.ts'
import { reportBody, reportedOffer } from './report.ts'
import { shop, shopQuery } from './shop.ts'
import { cursor, done, idParams as id, limit, one, page, searchText } from './wire.ts'

/**
 * Who may make a call. `consumer` is somebody signed in, about themselves alone: an `{id}` that names a consumer must be their own (D-23).
 * The server refuses to start where a call that is not for anyone stands without a guard.
 */
export type Who = 'anyone' | 'consumer' | 'admin'

export type Call = {
  who: Who
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The name of the file field, where the body is multipart/form-data. */
  file?: string
  answer: z.ZodType
  /** What is answered is a file of this kind, in place of JSON. */
  type?: 'text/csv'
  /** The status of success, where it is not 200. */
  status?: 201
  /** Answered without `/api/v1` before it as well: clients in the field ask it there. */
  isAtRoot?: true
}

export const calls = {
  'GET /offers/all': {
    who: 'anyone',
    summary: 'Running offers. Without parameters every one of them, streamed; with any parameter one page.',
    query: offerQuery,
    answer: offerPage,
  },
  'GET /offers/related': { who: 'anyone', summary: 'Running offers like this one', query: relatedQuery, answer: page(offer) },
  'GET /offers/{id}': {
    who: 'anyone',
    summary: 'One offer, running or not. 410 with similar ones where it was withdrawn',
    params: id,
    answer: one(offerDetail),
  },
  'GET /shops': { who: 'anyone', summary: 'Shops, by name, or nearest first with `near`', query: shopQuery, answer: page(shop) },
  'GET /shops/{id}': { who: 'anyone', summary: 'One shop', params: id, answer: one(shop) },
  'GET /shops/offers/{id}': {
    who: 'anyone',
    summary: "A shop's offers, running and upcoming",
    params: id,
    query: z.object({ q: searchText, limit, cursor }).partial(),
    answer: page(offer),
  },
  'GET /categories': { who: 'anyone', summary: 'Categories with the number of running offers in each', answer: page(category) },
  'GET /tags': { who: 'anyone', summary: 'Tags that many running offers carry, the most frequent first', answer: page(z.string()) },
  'GET /city': {
    who: 'anyone',
    summary: 'The city that this installation serves, with its neighbourhoods and holidays',
    answer: one(city),
  },
  'GET /statistics': { who: 'anyone', summary: 'Active offers, partner shops, average savings', answer: one(statistics) },
  'GET /cluster_recommend/{id}': {
    who: 'anyone',
    summary:
      'Running offers for a shopper, best first, as a bare list. For the id of your own token they are yours; for anything else, what is popular in the city (D-50)',
    params: recommendationParams,
    query: recommendationQuery,
    answer: recommendations,
    isAtRoot: true,
  },
  ...consumerCalls,
  ...listCalls,
  'POST /interactions': {
    who: 'anyone',
    summary: 'Report a like, an unlike or a click. Likes need a token; a click counts once in 6 hours for each visitor',
    body: interactionBody,
    answer: done,
  },
  'POST /offers/{id}/reports': {
    who: 'consumer',
    summary: 'Say that an offer did not work. 409 where you have, and nobody has checked since',
    params: id,
    body: reportBody,
    answer: done,
  },
  'GET /superadmin/dashboard/reports': {
    who: 'admin',
    summary: 'Offers that shoppers have reported not to work: those whose pages warn others first, then the latest',
    answer: page(reportedOffer),
  },
  'DELETE /superadmin/dashboard/reports/{id}': {
    who: 'admin',
    summary: 'An offer has been checked: its reports are settled',
    params: id,
    answer: done,
  },
  'POST /superadmin/dashboard/reports/{id}/reopen': {
    who: 'admin',
    summary: 'Take back that an offer was checked: the reports that were settled last count again',
    params: id,
    answer: done,
  },
  ...importCalls,
  ...editCalls,
} as const satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls

type Part<N extends CallName, K extends keyof Call> = Calls[N] extends Record<K, infer S extends z.ZodType> ? S : never
type Given<N extends CallName, K extends 'params' | 'query' | 'body', S> = Part<N, K> extends never ? unknown : Record<K, S>

/** What a caller passes: values as they go onto the wire. */
export type CallInput<N extends CallName> = {
  params?: Part<N, 'params'> extends never ? never : z.input<Part<N, 'params'>>
  query?: Part<N, 'query'> extends never ? never : z.input<Part<N, 'query'>>
  body?: Part<N, 'body'> extends never ? never : z.input<Part<N, 'body'>>
}
/** What a handler receives: the same values, parsed. */
export type ParsedInput<N extends CallName> = Given<N, 'params', z.output<Part<N, 'params'>>> &
  Given<N, 'query', z.output<Part<N, 'query'>>> &
  Given<N, 'body', z.output<Part<N, 'body'>>>
export type Answer<N extends CallName> = z.output<Calls[N]['answer']>

/** One way to make calls: over HTTP in the browser, in the same process while a page is rendered. Failures are thrown as `AppError`. */
export type Api = <N extends CallName>(name: N, input?: CallInput<N>, options?: { signal?: AbortSignal }) => Promise<Answer<N>>
