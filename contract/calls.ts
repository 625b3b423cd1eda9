/**
 * Every call of the API, under /api/v1, in one table. The key is method and path; the rest says what goes in and what comes out.
 * The server binds its routes to this table, the client takes its types from it, the documentation is made from it. Likes and interests,
 * which have many doors, are described in list-calls.ts.
 *
 * To add a field: put it into the shape (offer.ts, shop.ts, …), into the SQL of the feature's data.ts, and onto the page.
 */
import * as z from 'zod'

import { city } from './city.ts'
import {
  changePasswordBody,
  confirmEmailBody,
  consumer,
  deleteProfileBody,
  device,
  exportedConsumer,
  forgotPasswordBody,
  googleConnectionBody,
  googleSignedIn,
  googleSignInBody,
  googleStart,
  googleTicketBody,
  profileBody,
  resetPasswordBody,
  signedIn,
  signInBody,
  signUpBody,
} from './consumer.ts'
import { editCalls } from './edit-calls.ts'
import { fetchedPictures } from './fetched-pictures.ts'
import { checkQuery, importDetail, importQuery, importReport, importSummary, mendBody, refusedRow } from './import.ts'
import { interactionBody } from './interaction.ts'
import { listCalls } from './list-calls.ts'
import { category, offer, offerDetail, offerPage, offerQuery, relatedQuery, statistics } from './offer.ts'
import {
  dismissalBody,
  dismissedOffer,
  dismissedQuery,
  recommendationParams,
  recommendationQuery,
  recommendations,
} from './recommendation.ts'
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
  'POST /consumer/signup': { who: 'anyone', summary: 'Open an account, and be signed in', body: signUpBody, answer: signedIn, status: 201 },
  'POST /consumer/signin': { who: 'anyone', summary: 'Sign in with e-mail address and password', body: signInBody, answer: signedIn },
  'GET /consumer/google-signin': {
    who: 'anyone',
    summary: 'What signing in with Google begins with: the client, the script, and a nonce for this one time. 404 where it is not set up',
    answer: one(googleStart),
  },
  'POST /consumer/google-signin': {
    who: 'anyone',
    summary: 'Sign in with a proof of Google, which works once. 409 where the address belongs to another account',
    body: googleSignInBody,
    answer: googleSignedIn,
  },
  'POST /consumer/google-connection/ticket': {
    who: 'consumer',
    summary: 'What connecting Google begins with, for whoever knows their password. Your e-mail address must be confirmed',
    body: googleTicketBody,
    answer: one(googleStart),
  },
  'POST /consumer/google-connection': {
    who: 'consumer',
    summary: 'Connect Google, to sign in with it as well',
    body: googleConnectionBody,
    answer: one(consumer).extend({ message: z.string() }),
  },
  'DELETE /consumer/google-connection': {
    who: 'consumer',
    summary: 'Disconnect Google. Needs a password to sign in with',
    answer: one(consumer).extend({ message: z.string() }),
  },
  'POST /consumer/logout': { who: 'consumer', summary: 'End this session', answer: done },
  'POST /consumer/forgot-password': {
    who: 'anyone',
    summary: 'Ask for a mail with a link to a new password. The answer is the same whether there is such an account or not',
    body: forgotPasswordBody,
    answer: done,
  },
  'POST /consumer/reset-password': {
    who: 'anyone',
    summary: 'Set a new password with the token of such a mail. Ends every session, and disconnects Google',
    body: resetPasswordBody,
    answer: done,
  },
  'POST /consumer/confirm-email': {
    who: 'anyone',
    summary: 'Confirm an address with the token of a mail',
    body: confirmEmailBody,
    answer: done,
  },
  'POST /consumer/send-confirmation': {
    who: 'consumer',
    summary: 'Ask for the mail that confirms your address once more. Links of earlier ones end. 409 where it is confirmed',
    answer: done,
  },
  'GET /consumer/sessions': { who: 'consumer', summary: 'Where one is signed in', answer: page(device) },
  'DELETE /consumer/sessions': { who: 'consumer', summary: 'Sign out everywhere, here as well', answer: done },
  'DELETE /consumer/sessions/{id}': { who: 'consumer', summary: 'Sign out one device', params: id, answer: done },
  'GET /cluster_recommend/{id}': {
    who: 'anyone',
    summary:
      'Running offers for a shopper, best first, as a bare list. For the id of your own token they are yours; for anything else, what is popular in the city (D-50)',
    params: recommendationParams,
    query: recommendationQuery,
    answer: recommendations,
    isAtRoot: true,
  },
  'GET /consumer/not-interested': {
    who: 'consumer',
    summary: 'Offers that you are not interested in, the latest first',
    query: dismissedQuery,
    answer: page(dismissedOffer),
  },
  'POST /consumer/not-interested': {
    who: 'consumer',
    summary: 'Not interested: an offer is recommended to you no more. Saying it twice changes nothing',
    body: dismissalBody,
    answer: done,
  },
  'DELETE /consumer/not-interested/{id}': {
    who: 'consumer',
    summary: 'Take it back: the offer may be recommended again. Where it was never said, nothing changes',
    params: id,
    answer: done,
  },
  'DELETE /consumer/recommendations': {
    who: 'consumer',
    summary: 'Start over: forget every "Not interested", and recommend by no click made before now. Likes and interests stay',
    answer: done,
  },
  'GET /consumer/export': { who: 'consumer', summary: 'All that is known about oneself', answer: one(exportedConsumer) },
  'GET /consumer/{id}': {
    who: 'consumer',
    summary: 'Your profile. A token that is a day old is renewed: the new one stands beside `data`',
    params: id,
    answer: one(consumer).extend({ token: z.string().optional() }),
  },
  'PUT /consumer/update-profile/{id}': {
    who: 'consumer',
    summary: 'Change your profile. What is left out stays',
    params: id,
    body: profileBody,
    answer: one(consumer).extend({ message: z.string() }),
  },
  'POST /consumer/upload-image/{id}': {
    who: 'consumer',
    summary: 'Your picture: JPG, PNG or GIF, 5 MB at most',
    params: id,
    file: 'profileImage',
    answer: one(z.object({ imageUrl: z.string() })),
  },
  'PUT /consumer/change-password': {
    who: 'consumer',
    summary: 'Change your password. Ends every other session',
    body: changePasswordBody,
    answer: done,
  },
  'DELETE /consumer/delete-profile': { who: 'consumer', summary: 'Delete your account, for good', body: deleteProfileBody, answer: done },
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
  'POST /superadmin/dashboard/import/csv': {
    who: 'admin',
    summary: 'Import offers, or shops alone, from a CSV file. Nothing shows before everything does',
    query: importQuery,
    file: 'csv',
    answer: one(importReport).extend({ message: z.string() }),
  },
  'GET /superadmin/dashboard/export/offers.csv': {
    who: 'admin',
    summary: 'Every offer that shows, with its shop, as a file that imports to the same state. Withdrawn ones are left out',
    answer: z.string(),
    type: 'text/csv',
  },
  'GET /superadmin/dashboard/export/shops.csv': {
    who: 'admin',
    summary: 'Every shop that shows, those without offers too',
    answer: z.string(),
    type: 'text/csv',
  },
  'GET /superadmin/dashboard/imports/{id}/offers.csv': {
    who: 'admin',
    summary: 'The offers of one import as they are now: those that it brought, and those whose facts are as it left them',
    params: id,
    answer: z.string(),
    type: 'text/csv',
  },
  'POST /superadmin/dashboard/imports': {
    who: 'admin',
    summary: 'Check a CSV file: what would change. The answer comes once the file is received; follow the import from there',
    query: checkQuery,
    file: 'csv',
    answer: one(importSummary),
    status: 201,
  },
  'GET /superadmin/dashboard/imports': {
    who: 'admin',
    summary: 'The imports, the latest first',
    query: z.object({ cursor: cursor.optional(), limit: limit.optional() }),
    answer: page(importSummary),
  },
  'GET /superadmin/dashboard/imports/{id}': {
    who: 'admin',
    summary: 'One import: how far it is, what it would change or has changed, and what is wrong with its rows',
    params: id,
    answer: one(importDetail),
  },
  'GET /superadmin/dashboard/imports/{id}/refused': {
    who: 'admin',
    summary: 'The refused rows of an import, with their cells and what is wrong with them',
    params: id,
    query: z.object({ cursor: cursor.optional(), limit: limit.optional() }),
    answer: page(refusedRow),
  },
  'GET /superadmin/dashboard/imports/{id}/refused.csv': {
    who: 'admin',
    summary: 'The refused rows as a file, with a column `reason`: to be mended, and imported as it is',
    params: id,
    answer: z.string(),
    type: 'text/csv',
  },
  'POST /superadmin/dashboard/imports/{id}/rows': {
    who: 'admin',
    summary: 'Check refused rows again, with cells that were mended. 409 where the import does not wait for a decision any more',
    params: id,
    body: mendBody,
    answer: one(importDetail).extend({ message: z.string() }),
  },
  'POST /superadmin/dashboard/imports/{id}/publish': {
    who: 'admin',
    summary: 'Show what was checked to everybody. 409 where it does not wait for that any more',
    params: id,
    answer: one(importDetail).extend({ message: z.string() }),
  },
  'POST /superadmin/dashboard/imports/{id}/cancel': {
    who: 'admin',
    summary: 'Stop an import that is running, or throw away one that was checked. Nothing is changed',
    params: id,
    answer: done,
  },
  'POST /superadmin/dashboard/imports/{id}/undo': {
    who: 'admin',
    summary: 'Take back a published import: what it created is withdrawn, what it changed is as before. Follow the import that this begins',
    params: id,
    answer: one(importSummary),
    status: 201,
  },
  'GET /superadmin/dashboard/pictures': {
    who: 'admin',
    summary: 'How it stands with the pictures that imports name: how many were fetched, and what went wrong last',
    answer: one(fetchedPictures),
  },
  ...editCalls,
  'DELETE /superadmin/dashboard/demo': {
    who: 'admin',
    summary: 'Remove the demo city',
    answer: one(z.object({ offers: z.number().int(), shops: z.number().int() })).extend({ message: z.string() }),
  },
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
