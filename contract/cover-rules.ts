/**
 * Which picture is made for an offer that has none. The server draws it (api/pictures), the page only names it: an address says offer and
 * composition, and a mark of what the picture shows, so that a cache may keep it for ever.
 */
import type { Offer } from './offer.ts'

export const COMPOSITIONS = ['loom', 'counter', 'cloth', 'tiles', 'rays', 'split', 'figure'] as const
export type Composition = (typeof COMPOSITIONS)[number]
/** What a picture is made from. */
export type CoverSubject = Pick<Offer, 'id' | 'title' | 'category' | 'discount' | 'discountIsUpTo'>

/** A discount smaller than this is no picture. */
const LEAST_FIGURE = 10
/** As many cards as may stand between one and the card above it, in the widest layout. */
const NEIGHBOURS = 4

/** 32 bits of a text, spread evenly (FNV-1a with a finish). */
export function hashText(text: string) {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** The discount may be the picture only where it is true: never for "up to". */
export const canShowFigure = ({ discount, discountIsUpTo }: Pick<CoverSubject, 'discount' | 'discountIsUpTo'>) =>
  discount >= LEAST_FIGURE && !discountIsUpTo

/** The composition of an offer by itself, or the next one that is not among those to avoid. */
export function pickComposition(subject: CoverSubject, avoid: readonly Composition[] = []): Composition {
  const fitting = COMPOSITIONS.filter((composition) => composition !== 'figure' || canShowFigure(subject))
  const first = (hashText(`${subject.id}|${subject.title}`) >>> 7) % fitting.length
  const inTurn = fitting.map((_, index) => fitting[(first + index) % fitting.length]!)
  return inTurn.find((composition) => !avoid.includes(composition)) ?? inTurn[0]!
}

/** Compositions for a list, such that no card repeats that of the card beside it or above it, however many columns there are. */
export function pickCompositions(subjects: readonly CoverSubject[]): Composition[] {
  const picked: Composition[] = []
  for (const subject of subjects) picked.push(pickComposition(subject, picked.slice(-NEIGHBOURS)))
  return picked
}

/** The address of an offer's cover. */
export function coverUrl(subject: CoverSubject, composition: Composition = pickComposition(subject)) {
  const { id, title, category, discount, discountIsUpTo } = subject
  const mark = hashText([title, category, discount, discountIsUpTo].join('|')).toString(36)
  return `/covers/${id}/${composition}-${mark}.svg`
}
