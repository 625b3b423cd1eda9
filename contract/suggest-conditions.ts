/**
 * Conditions that the words of an offer seem to state, where no column states them (decision 0010). They are suggestions, shown as such
 * with the words that they were read from, so a wrong one is worse than none: what is denied, added, tiered or about something else is
 * left alone, and statements that contradict each other make none.
 */
import type { SuggestedConditions } from './offer.ts'
import { type Clause, type SetStatement, splitClauses, type Statement } from './suggest-conditions-clauses.ts'
import { readNewCustomersIn, readPaymentIn, readServiceIn, otherWays } from './suggest-conditions-means.ts'
import { readMinimumIn } from './suggest-conditions-money.ts'
import { otherDays, readHoursIn, readWeekdaysIn } from './suggest-conditions-times.ts'

/** What can be suggested, each by the name that it has on the wire. */
export const CONDITION_KINDS = ['weekdays', 'hours', 'payment', 'newCustomersOnly', 'service', 'minimumPurchase'] as const
export type ConditionKind = (typeof CONDITION_KINDS)[number]
/** What is read of: the words of an offer. */
export type OfferTexts = { title: string; description?: string | null; terms?: string | null }

/** What was read, as it is stored: amounts are in minor units of the currency. */
export type ReadConditions = Omit<SuggestedConditions, 'minimumPurchase'> & { minimumMinor?: number }

/** Without one of these words a clause states no condition of the kind. */
const HINTS: Record<ConditionKind, string> = {
  weekdays: String.raw`\bweek ?(?:day|end)|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b|\b(?:any|every|all|7|seven) ?days?\b|\bdaily\b`,
  hours: String.raw`\d ?(?:[ap]\.?m\b|h(?:rs?)?\b)|\d:\d\d|\bnoon\b|\bmid(?:night|day)\b`,
  payment: String.raw`\bcard|\bcash\b|card\b`,
  newCustomersOnly: String.raw`\bnew\b|\bfirst\b`,
  service: String.raw`\bdin(?:e|ing)\b|\bdine-?in|\btake|\bpick|\bdeliver`,
  minimumPurchase: String.raw`\bmin(?:imum)?\b|\bspend|\b(?:bill|purchase|order|transaction|basket|cart|invoice)s?\b|\bworth\b|\bshop for\b`,
}
const hints = Object.fromEntries(CONDITION_KINDS.map((kind) => [kind, new RegExp(HINTS[kind], 'i')])) as Record<ConditionKind, RegExp>
const anyHint = new RegExp(Object.values(HINTS).join('|'), 'i')

/**
 * What the words of an offer seem to ask, without the kinds that are `stated` already. Hours of which one end is open reach from or to midnight, 00:00. Undefined where the words suggest nothing; the time is linear in the texts.
 */
export function suggestConditions(
  { title, description, terms }: OfferTexts,
  currency: string,
  stated: Partial<Record<ConditionKind, boolean>> = {},
): ReadConditions | undefined {
  const clauses: Clause[] = []
  for (const [index, text] of [title, description, terms].entries()) {
    const plain = text?.normalize('NFKC')
    if (plain && anyHint.test(plain)) clauses.push(...splitClauses(plain, index === 0))
  }
  if (clauses.length === 0) return undefined
  const suggested: ReadConditions = { quotes: {} }
  const read = <T>(kind: ConditionKind, reader: (clause: Clause) => T[]) =>
    stated[kind] ? [] : clauses.flatMap((clause) => (hints[kind].test(clause.text) ? reader(clause) : []))
  const keep = <K extends Exclude<ConditionKind, 'minimumPurchase'>>(kind: K, agreed: Statement<ReadConditions[K]> | undefined) => {
    if (agreed?.value === undefined) return
    suggested[kind] = agreed.value
    suggested.quotes[kind] = agreed.quote
  }
  const days = read('weekdays', readWeekdaysIn)
  const weekdays = agreeOnSet(days, otherDays)
  keep('weekdays', weekdays)
  // Where days differ, so may their hours.
  if (weekdays || days.every(({ value }) => value === undefined)) keep('hours', agree(read('hours', readHoursIn)))
  keep('payment', agreeOnPayment(read('payment', readPaymentIn)))
  keep('newCustomersOnly', agree(read('newCustomersOnly', readNewCustomersIn)))
  keep('service', agreeOnSet(read('service', readServiceIn), otherWays))
  const minimum = agree(read('minimumPurchase', (clause) => readMinimumIn(clause, currency)))
  if (minimum?.value !== undefined) {
    suggested.minimumMinor = minimum.value
    suggested.quotes.minimumPurchase = minimum.quote
  }
  return Object.keys(suggested.quotes).length > 0 ? suggested : undefined
}

/** The one thing that all statements say, in the words of the first. */
function agree<T>(statements: Statement<T>[]): Statement<T> | undefined {
  const [first, ...others] = statements
  if (!first) return undefined
  const key = JSON.stringify(first.value)
  return others.every(({ value }) => JSON.stringify(value) === key) ? first : undefined
}

/** What is left when some say which ones count and others which do not. */
function agreeOnSet<T>(statements: SetStatement<T>[], rest: (some: T[]) => T[]): Statement<T[]> | undefined {
  if (statements.some(({ value }) => value === undefined)) return undefined
  const excepted = statements.filter(({ isExcept }) => isExcept)
  const counting = statements.filter(({ isExcept }) => !isExcept)
  const left = rest(excepted.flatMap(({ value }) => value ?? []))
  if (counting.length === 0) return excepted[0] && left.length > 0 ? { value: left, quote: excepted[0].quote } : undefined
  const agreed = agree(counting)
  return agreed?.value?.every((one) => left.includes(one)) ? agreed : undefined
}

/** "Harbour Bank Visa cards" says more than "Harbour Bank cards", and both say more than "card". */
function agreeOnPayment(statements: Statement<string>[]): Statement<string> | undefined {
  const wordsOf = (value: string | undefined) =>
    value
      ?.toLowerCase()
      .replace(/cards?$/, 'card')
      .split(' ') ?? []
  const [longest, ...others] = statements.toSorted((a, b) => wordsOf(b.value).length - wordsOf(a.value).length)
  const words = wordsOf(longest?.value)
  const isAgreed = others.every(({ value }) => value !== undefined && wordsOf(value).every((word) => words.includes(word)))
  return isAgreed && longest?.value !== undefined ? longest : undefined
}
