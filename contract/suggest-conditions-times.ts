/** Weekdays and hours of the day that a text states for an offer. What a shop's opening, a delivery or an event keeps is none of it. */
import { readClock } from './offer-csv-dates.ts'
import { readValidHours, readWeekdays } from './offer-csv-hours.ts'
import {
  ADDED,
  type Clause,
  findSpots,
  OFFER_WORDS,
  quoteSpot,
  type Spot,
  type SetStatement,
  type Statement,
} from './suggest-conditions-clauses.ts'
import { formatClock, type Weekday, WEEKDAYS } from './time.ts'

const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\b`
const DAY = String.raw`(?:week ?days?|week ?ends?|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?)\b`
const JOIN = String.raw`\.?(?: ?[-–—/,&+] ?| (?:to|till?|until|thro?u(?:gh)?|and|or) )(?:(?:and|or|&|on) )?`
const days = new RegExp(String.raw`(?<![\w-])${DAY}(?:${JOIN}${DAY}){0,6}`, 'gi')

const HALF = String.raw`(?:[ap]\.?m\b\.?|hrs?\b\.?|h\b)`
const CLOCK = String.raw`(?:(?:12 ?)?(?:noon|midnight|midday)\b|\d{4} ?hrs?\b|\d{1,2}(?:[:.]\d{2})? ?${HALF}?(?!\d))`
const range = new RegExp(String.raw`(?<![\d.,:/-])(${CLOCK})(?: ?[-–—] ?| ?(?:to|till?|until|and) )(${CLOCK})`, 'gi')
const edge = new RegExp(String.raw`\b(before|after|past|from|until|till) (${CLOCK})( onwards?\b)?`, 'gi')
/** Half of the day or minutes: without them a number is a day, a price or a count. */
const isClock = (text: string) => /[ap]\.?m\b|noon|midnight|midday|\d:\d\d|\d[.]?\d\d ?h(?:rs?)?\b/i.test(text)

/** What keeps days and hours of its own. */
const OTHER_TIMES =
  /\b(?:open(?:s|ing|ed)?|clos(?:e|es|ed|ing)|call|contact|hot ?line|whatsapp|(?:tele)?phone|reception|reserv\w+|book(?:s|ed|ings?)?|check(?:ing)?[- ]?(?:in|out)|deliver\w*|dispatch\w*|collect\w*|pick[- ]?ups?|cancel\w*|support|team|care|customer service|parking|live|music|band|dj|draws?|drawn|winners?|doors?|start(?:s|ing)?|begins?|(?<!the )ends?|ending|expir\w+|staff|arriv\w+|orders? (?:placed|before|by|after)|same day|next day|shows?|class(?:es)?|schedules?|pay(?:ments?)? (?:by|before))\b/i
const ONLY_BEFORE = /\bonly (?:valid |available |applicable )?(?:on |from |between |for |during )?(?:the )?$/i
const ONLY_BEHIND = /^\.?(?: ?\([^)]{0,20}\))?,? (?:(?:stays?|nights?|lunch(?:es)?|dinners?|mornings?|evenings?|afternoons?) )?only\b/i
const DATE_BEHIND = new RegExp(
  String.raw`^,? ?(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?\b(?![:.]\d| ?[-–—] ?\d|[ -]*(?:[ap]\.?m|hrs|noon|to))|(?:\d{1,2}(?:st|nd|rd|th)? )?${MONTH})`,
  'i',
)
const DATE_NEAR = new RegExp(String.raw`\b${MONTH}|\d[/.]\d{1,2}[/.]\d|\b\d{1,2}(?:st|nd|rd|th)\b`, 'i')
/** Nothing else stands in the clause than days, hours and "only". */
const LONE_PIECE = new RegExp(
  String.raw`(?:only|any|every|each|on|from|between|${DAY}|${CLOCK}|onwards?|before|after|until|all day|noon|to|and|or|till|through)\b\.?|[-–—/,&+:() ]`,
  'iy',
)
/** Piece by piece: one pattern for the whole would try every way of cutting it up. */
function isMadeOfPieces(text: string) {
  LONE_PIECE.lastIndex = 0
  while (LONE_PIECE.test(text)) if (LONE_PIECE.lastIndex === text.length) return true
  return false
}
const isAlone = ({ clause: { text, before } }: Spot) => text.length <= 80 && isMadeOfPieces(text) && !OTHER_TIMES.test(before.slice(-80))

const isOnly = ({ left, right }: Spot) => ONLY_BEFORE.test(left) || ONLY_BEHIND.test(right)
const isAdded = ({ left, right }: Spot) => ADDED.test(left.slice(-35)) || /^,? (?:too|also|as well|included)\b/i.test(right)
const EXCEPT = /\b(?:except(?:ing)?|excluding|excludes?|excl|with the exception of)\b\.?(?: (?:for|on|during|all))? ?$/i
const DENIED =
  /(?:\b(?:not|cannot|can't|never)|n't) (?:be )?(?:valid|applicable|available|redeem\w*|appl(?:y|ied)|used?|usable|offered|on|during)\b(?!.*\b(?:with|unless|if|after|before)\b).{0,40}$/i

/** On which days of the week a clause says that the offer holds. */
export function readWeekdaysIn(clause: Clause): SetStatement<Weekday>[] {
  const found: SetStatement<Weekday>[] = []
  if (/\b(?:any day|all days|daily|every ?day|(?:7|seven) days|all week|any time)\b/i.test(clause.text) && OFFER_WORDS.test(clause.text))
    found.push({ value: undefined, quote: clause.text, isExcept: false })
  const others: string[] = []
  for (const spot of findSpots(clause, days)) {
    const state = stateDays(spot)
    if (state?.isOther) others.push(String(state.value))
    else if (state) found.push({ value: state.value, isExcept: state.isExcept, quote: quoteSpot(spot) })
  }
  // "On weekday mornings and all day on weekends" is more than can be told.
  const hasOther = found.length > 0 && others.some((other) => !found.some(({ value }) => String(value) === other))
  if (hasOther) found.push({ value: undefined, quote: clause.text, isExcept: true })
  // "Every day except Sundays" is no contradiction.
  return found.some(({ isExcept, value }) => isExcept && value) && !hasOther ? found.filter(({ value }) => value) : found
}

/** `isOther` for days that are named and not understood as when the offer holds. */
function stateDays(spot: Spot): { value: Weekday[] | undefined; isExcept: boolean; isOther?: boolean } | undefined {
  const { words, left, right } = spot
  const isOne = /^(?:week ?(?:day|end)|\w+day|\w{3,5})$/i.test(words)
  if (isOne && !/day|end/i.test(words)) return undefined
  if (DATE_BEHIND.test(right) || /\b(?:this|next|coming|last|until|till|by|since|starting|black|cyber|good|long)(?: \w+)? ?$/i.test(left))
    return undefined
  const reading = readWeekdays(
    words
      .replace(/week (day|end)/gi, 'week$1')
      .replace(/ (?:till?|until|thro?u(?:gh)?) /gi, '-')
      .replace(/\b(?:on|or) /gi, ', ')
      .replaceAll('/', ','),
  )
  if ('reason' in reading) return undefined
  const value = reading.value.length > 0 ? reading.value : undefined
  if (EXCEPT.test(left) || DENIED.test(left)) {
    const isPart = /^.{0,20}\b(?:evenings?|nights?|mornings?|afternoons?|lunch|dinner|brunch|before|after)\b|^.{0,12}\d/i.test(right)
    return { value: isPart ? undefined : value, isExcept: true }
  }
  if (/\bnot (?:just|only)\b[^,]{0,20}$/i.test(left) || isAdded(spot)) return { value: undefined, isExcept: false }
  return isWhenOfferHolds(spot, isOne) ? { value, isExcept: false } : { value, isExcept: false, isOther: true }
}

function isWhenOfferHolds(spot: Spot, isOne: boolean): boolean {
  const { clause, left, around } = spot
  if (OTHER_TIMES.test(around)) return false
  if (isOnly(spot) || (isAlone(spot) && (!isOne || /\b(?:any|every|each) $/i.test(left)))) return true
  if (!OFFER_WORDS.test(around)) return false
  if (/\b(?:every|each|any) $/i.test(left)) return true
  return !isOne && (clause.isTitle || /(?:\b(?:on|from|between|for|valid|applicable|available|during)|[,:(]) $/i.test(left))
}

type Hours = { from: string; to: string }

/** Between which hours a clause says that it holds; an open end is midnight. */
export function readHoursIn(clause: Clause): Statement<Hours>[] {
  const found: Statement<Hours>[] = []
  const add = (spot: Spot, value: Hours | undefined) => found.push({ value, quote: quoteSpot(spot) })
  let hasRange = false
  for (const { match, ...spot } of findSpots(clause, range)) {
    const hours = readRange(match[0], spot)
    if (!hours) continue
    hasRange = true
    if (isHourOfOffer(spot)) add(spot, DENIED.test(spot.left) || EXCEPT.test(spot.left) ? undefined : hours)
  }
  if (hasRange) return found
  for (const { match, ...spot } of findSpots(clause, edge)) {
    const hours = readEdge(match, spot)
    if (hours && isHourOfOffer(spot)) add(spot, hours)
  }
  return found
}

const isHourOfOffer = (spot: Spot) => {
  const { clause, around, left } = spot
  if (OTHER_TIMES.test(around) || isAdded(spot) || DATE_NEAR.test(around)) return false
  if (/(?:\brs|\blkr|\$)\.? ?$|\b(?:breakfast|served|serving)\b[^,]{0,15}$/i.test(left)) return false
  return isOnly(spot) || isAlone(spot) || OFFER_WORDS.test(around) || (clause.isTitle && / (?:-|–|—|to) |[-–—]/.test(spot.words))
}

/** `1100 hrs`, `11.00 hrs`, `12 noon` as a file would write them. */
const plainClock = (text: string) =>
  text
    .replace(/\b12 ?(noon|midnight)/gi, '$1')
    .replace(/midday/gi, 'noon')
    .replace(/\b(\d\d)(\d\d) ?hrs?\.?/gi, '$1:$2')
    .replace(/ ?\b(?:hrs?|h)\b\.?/gi, '')
    .replace(/(?<=\d)(?:hrs?|h)\b/gi, '')

function readRange(text: string, { left, right }: Spot): Hours | undefined {
  if (!isClock(text) || /^ ?(?:hours|minutes|mins|days|kg|km|years)\b|^\/|^%/i.test(right)) return undefined
  if (/ and /i.test(text) && !/\bbetween (?:the hours of )?$/i.test(left)) return undefined
  // Without half or colon at the end it may be a price, a day or a length.
  const reading = readValidHours(plainClock(text).replace(/ (?:and|till?|until|to) | ?[–—] ?/gi, '-'))
  return 'reason' in reading ? undefined : (reading.value ?? undefined)
}

/** From when or until when, as hours that reach to midnight. */
function readEdge(match: RegExpExecArray, { left, right }: Spot): Hours | undefined {
  const [, word = '', text = '', onwards] = match
  if (!isClock(text) || (/from/i.test(word) && !onwards && !/^ onwards?\b/i.test(right))) return undefined
  const minutes = readClock(plainClock(text).replace(/\.$/, (dot) => (/m\.$/i.test(text) ? dot : '')))
  if (minutes === undefined || minutes % (24 * 60) === 0) return undefined
  const isFrom = /after|past|from/i.test(word) !== DENIED_EDGE.test(left)
  const clock = formatClock(minutes)
  return isFrom ? { from: clock, to: '00:00' } : { from: '00:00', to: clock }
}
const DENIED_EDGE = /\b(?:not|cannot|never)\b[^,]{0,40}$/i

/** The other days of the week. */
export const otherDays = (some: Weekday[]) => WEEKDAYS.filter((day) => !some.includes(day))
