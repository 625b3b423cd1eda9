/** What is recommended to a shopper, and why. The words for a reason stand in recommendation-texts.ts. */
import * as z from 'zod'

import { RECOMMENDED, TEXT } from './constants.ts'
import { offer } from './offer.ts'
import { cursor, instant, limit, near, text } from './wire.ts'

const name = z.string()
/**
 * Why an offer is recommended: the part of its rank that weighed most, or where that has just been said twice the next that is true; a fact
 * that can be looked up again. `shop` is a shop's name; `place` is a neighbourhood of the city.
 */
export const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('liked-shop'), shop: name }).describe('An offer of a shop that you like'),
  z.object({ kind: z.literal('new-at-liked-shop'), shop: name }).describe('The same, and it began in the last days'),
  z.object({ kind: z.literal('same-shop'), shop: name }).describe('Another offer of a shop of which you like one'),
  z.object({ kind: z.literal('seen-shop'), shop: name }).describe('An offer of a shop that you have looked at'),
  z.object({ kind: z.literal('similar'), to: z.enum(['liked', 'seen']), shop: name }).describe('People who like that shop like this one'),
  z.object({ kind: z.literal('category'), to: z.enum(['liked', 'seen']), category: name }).describe('Of the kind that you mostly choose'),
  z.object({ kind: z.literal('interest'), interest: name }).describe('A category or tag among your interests'),
  z.object({ kind: z.literal('near-your-places'), place: name.nullable() }).describe('Close to shops that you like or have looked at'),
  z.object({ kind: z.literal('popular-near'), place: name }).describe('More than most have liked or opened it lately, and it is there'),
  z.object({ kind: z.literal('popular') }).describe('More than most in the city have liked or opened it lately'),
  z.object({ kind: z.literal('new') }).describe('It began in the last days, and nobody knows yet whom it suits'),
  z.object({ kind: z.literal('ends-soon') }).describe('It ends within hours'),
  z.object({ kind: z.literal('saving') }).describe('It saves more than most offers that run'),
  z.object({ kind: z.literal('running-near'), place: name }).describe('It runs now, it is there, and nothing more is known'),
  z.object({ kind: z.literal('running') }).describe('It runs now, and nothing more is known'),
])
export type Reason = z.infer<typeof reason>

/** A whole offer, with the reason why it is recommended. */
const recommendedOffer = offer.extend({ reason })
export type RecommendedOffer = z.infer<typeof recommendedOffer>

/** `city` is the key of the city (D-20): of one that this installation does not serve nothing is recommended. */
export const recommendationQuery = z.object({ city: text(TEXT.line).optional(), near: near.optional() })

/** What the recommender answers to the API: ids, and whoever asked looks up the rest. `isExplored`: shown to learn whom it suits. */
export const rankedOffers = z
  .array(z.object({ offerId: z.uuid(), score: z.number(), reason, isExplored: z.boolean() }))
  .max(RECOMMENDED.most)
export type RankedOffers = z.infer<typeof rankedOffers>

/** Whose they are. Anything in the shape of an id is somebody, or nobody: whoever is not told by the token gets what is popular. */
export const recommendationParams = z.object({ id: z.string().regex(/^[\w-]{1,100}$/, 'Is not an id') })
/** The whole answer: no envelope around it. */
export const recommendations = z.array(recommendedOffer).max(RECOMMENDED.most)

/** An offer that somebody is not interested in, running or not. */
export const dismissedOffer = offer.extend({ dismissedAt: instant, isWithdrawn: z.boolean() })
export type DismissedOffer = z.infer<typeof dismissedOffer>
export const dismissedQuery = z.object({ limit, cursor }).partial()

/** "Not interested" in one offer. */
export const dismissalBody = z.object({ offerId: z.string().max(200) })
