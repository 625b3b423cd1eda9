/** What one line of a table measures. */
import { CATEGORIES, RELEVANCE_WINDOW, WALK_LIMIT } from '#contract/constants.ts'
import { addDays } from '#contract/time.ts'

import type { Sample } from './dataset.ts'

/**
 * `database`: the same SQL alone through the driver. `frame`: a Fastify with the same hooks that answers the same bytes.
 */
export type Reference = 'database' | 'frame'

export type Point = {
  name: string
  /** The address of question `i`. Two that are equal within seconds are answered from memory. */
  pathOf: (i: number) => string
  reference: Reference
  /** The least share of the reference: of the frame's requests a second, or of the processor time that the database alone takes. */
  share?: number
  /** The least number of requests for a second of the processor, at GOAL_SIZE offers on PostgreSQL. */
  perCpuSecond?: number
  /** So many are asked before the first figure, however long a slow machine takes: what is asked for again is in memory then. */
  warmUp?: number
  /** Why it may grow with the number of offers, and what bounds it. */
  bound?: string
}
export type Measure = {
  name: string
  title: string
  /** Of a server for this measure alone. */
  variables?: Record<string, string>
  pointsOf: (sample: Sample) => Point[]
}

export const GOAL_SIZE = 10_000
/** The goals of what is answered from memory, and of what is not. */
export const CACHED_SHARE = 0.8
export const UNCACHED_SHARE = 0.6

/** Totals are kept for ten seconds; a new one is counted. */
export const COUNTED = 'counted up to 1 001'
/** What is not among the cards in memory. */
export const READ = '24 cards are read: 10 000 are kept'
/** Relevance ranks the matches that end soonest, however many there are, and looks for them by end date or looks all of them up. */
export const RANKED = `${RELEVANCE_WINDOW} matches are ranked, found among ${WALK_LIMIT} offers or all looked up`

/** Any category, and each of them. */
export const CHOICES = ['', ...CATEGORIES.slice(0, -1)].map((name) => (name === '' ? '' : `category=${encodeURIComponent(name)}&`))
export const LIST = '/api/v1/offers/all?limit=24'

/** Another far-off last day for each `i`: a new question each time, to every cache, which leaves out next to nothing. */
export const lastDay = (i: number) => `to=${addDays('2028-01-01', i % 3_000)}`
/** Every combination of an item with a last day, the items in turn. */
export const inTurn = <T>(items: readonly T[], i: number): { item: T; day: string } => ({
  item: items[i % items.length]!,
  day: lastDay(Math.floor(i / items.length)),
})
