/**
 * What the ranker is asked and what it answers: plain facts, gathered by candidates/ and signals/. No database, no clock, no chance of its own
 * here or below: the same question has the same answer, in production as in an evaluation.
 */
import type { Reason } from '#contract/recommendation.ts'
import type { Position } from '#contract/wire.ts'

/** Something that the shopper did with a shop or one of its offers. */
export type Deed = {
  shopId: string
  shopName: string
  /** Of the offer; undefined where it was the shop itself. */
  category?: string
  kind: 'like' | 'click' | 'dismissal'
  /** When, in milliseconds since 1970. */
  at: number
  position?: Position
}

export type Signals = {
  /** The latest first; bounded by whoever gathers them. Empty for somebody of whom nothing is known. */
  deeds: Deed[]
  interestedCategories: string[]
  interestedTags: string[]
  likedShops: string[]
  /** Where the shopper is, if they have said so. */
  near?: Position
}

/** An offer that runs, is in reach, and that the shopper has neither liked nor dismissed. */
export type Candidate = {
  offerId: string
  shopId: string
  category: string
  tags: string[]
  position?: Position
  /** The part of the price that is saved for certain, 0 to 1; 0 where it is not known. */
  saving: number
  /** Milliseconds since 1970; `endsAt` is Infinity without an end, `startsAt` -Infinity where nobody knows when it began. */
  startsAt: number
  endsAt: number
  /** undefined: nobody knows. */
  isUsableNow?: boolean
  /** The shopper has opened it lately. */
  isOpened?: boolean
  /** Likes and clicks lately, each weighed by how long ago it was; the shopper's own are taken off. */
  popularity: number
}

export type Question = {
  shopper: Signals
  candidates: Candidate[]
  /** Milliseconds since 1970. */
  now: number
  limit: number
  /** What exploration is drawn from: the same seed draws the same. 0: nothing is explored. */
  seed: number
  neighbourhoods: (Position & { name: string })[]
}

/** `isExplored`: not shown for its score alone, but to learn whom it suits. */
export type Ranked = { offerId: string; score: number; reason: Reason; isExplored: boolean }
