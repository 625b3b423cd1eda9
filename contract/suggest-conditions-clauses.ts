/** A text in the pieces in which it states things, and what the readers of conditions ask of such a piece. */

/** One sentence, line or bullet. `before` is the one in front of it: "Opening hours" there says what hours here are about. */
export type Clause = { text: string; isTitle: boolean; before: string }

/** What a clause states, and in which words. Without a value it says that no single one holds, whatever others state. */
export type Statement<T> = { value: T | undefined; quote: string }

/** The things of a kind that a clause states; `isExcept` where they are the ones that do not count. */
export type SetStatement<T> = Statement<T[]> & { isExcept: boolean }

/** How far around its words a statement is looked at: more would make long texts slow, and mean less. */
const REACH = 90
const QUOTE_LENGTH = 80

/** A point that ends no sentence: `Rs.`, `min.`, `p.m.`, `Mon.`. */
const ENDS = /[\n\u2022\u00b7\u25aa\u25cf;|!?]|(?<!\b(?:rs|no|min|max|st|[ap]\.m|mon|tues?|wed|thu|thurs|fri|sat|sun))\.(?=[\s"')]|$)/i
const LEAD = /^[-–—*>:.,"'()\s]+/

/** The clauses of a text in its order. */
export function splitClauses(text: string, isTitle: boolean): Clause[] {
  const lines = text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n[\n ]*/g, '\n')
  let before = ''
  return lines.split(ENDS).flatMap((piece) => {
    const clause = { text: piece.replace(LEAD, '').trimEnd(), isTitle, before }
    if (clause.text === '') return []
    before = clause.text
    return [clause]
  })
}

/** A found piece of a clause, and what stands beside it. */
export type Spot = { clause: Clause; words: string; at: number; end: number; left: string; right: string; around: string }

/** Every place where a pattern (global) fits. */
export function* findSpots(clause: Clause, pattern: RegExp): Generator<Spot & { match: RegExpExecArray }> {
  for (const match of clause.text.matchAll(pattern)) {
    const at = match.index
    const end = at + match[0].length
    const left = clause.text.slice(Math.max(0, at - REACH), at)
    const right = clause.text.slice(end, end + REACH)
    yield { clause, words: match[0], at, end, left, right, around: left + match[0] + right, match }
  }
}

const BESIDE_QUOTE = { left: 40, right: 12 }

/** The words that a statement was read from: the whole clause where it is short, else its own with whole words beside them. */
export function quoteSpot({ clause: { text }, words, at, end }: Spot): string {
  if (text.length <= QUOTE_LENGTH) return text
  const from = Math.max(0, at - BESIDE_QUOTE.left)
  const until = Math.min(text.length, end + BESIDE_QUOTE.right)
  const left = text.slice(from, at)
  const right = text.slice(end, until)
  const head = from === 0 ? left : /(?<= ).*$/.exec(left)?.[0]
  const tail = until === text.length ? right : /^.*(?= )/.exec(right)?.[0]
  return `${head ?? ''}${words}${tail ?? ''}`.trim()
}

/** What says that a clause is about when or for whom the offer holds. */
export const OFFER_WORDS =
  /%|\b(?:valid|appl(?:y|ies|icable|ied)|available|redeem\w*|usable|offers?|promo(?:tions?)?|deals?|discounts?|off(?!-)|sav(?:e|es|ings?)|half[- ]price|buy (?:1|one)|happy hours?|exclusive(?:ly)?)\b/i
/** What is added to an offer, so that the offer holds without it too. */
export const ADDED = /\b(?:extra|additional(?:ly)?|further|bonus|double|also|even|includ\w+|incl|plus|as well)\b/i
/** What may follow a closing "only": behind "only refunds" or "only within 5 km" the offer itself is not what is limited. */
export const CLOSES_ONLY = /^$|^ ?[,.:()[\]–—/-]|^ (?:please|and|basis|no|not|one)\b/i
/** Different savings in one clause: what one of them asks, the other does not. */
export const TIERS = /\d ?%.*\d ?%|\bfor (?:all|every(?:body|one)|others)(?=$|,| (?:else|others|guests|customers)\b)/i
/** The words in front say the contrary: `not`, `no`, up to a comma. */
export const isDenied = (left: string) => /\b(?:not?|never|neither|nor|cannot|without|n't)\b[^,:]{0,40}$/i.test(left)
