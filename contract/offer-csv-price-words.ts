/**
 * Prices that stand in words: in a cell of their own beside other words, or in the title or description where no column states them. What a
 * text asks to be spent, gives back or counts beside the offer is no price of it, and where the words leave a doubt there is none.
 */
import type { Reading } from './offer-csv-cells.ts'
import { currencyNames, readPrice } from './offer-csv-numbers.ts'

/** In minor units. Without `original` only the price now is known. */
export type WrittenPrices = { original?: number; discounted: number; quote: string }

type Place = 'before' | 'now' | 'bare' | 'beside'
type Spot = { amount: number; place: Place; isNow: boolean; at: number; end: number }

/** How far around an amount is looked. */
const REACH = 40
/** What the amount behind it was: the price before. */
const BEFORE =
  /\b(?:was|were|usual(?:ly)?|regular(?:ly)?|reg\.?|normal(?:ly)?|original(?:ly)?|old|list|before|m\.?r\.?p\.?|worth|valued?(?: at)?|instead of|(?:down|reduced|slashed|dropped|marked down) from)(?: price)?(?: (?:is|was|of))? ?[:=-]? ?$/i
/** What says that the amount behind it replaces another. */
const NOW =
  /(?:\b(?:now|today)(?: (?:at|for|only|just)){0,2}|\b(?:offer|deal|sale|special|discounted|promo(?:tional)?|new)(?: price)?(?: (?:is|of))?|[→➔➜➡]|[-=]>|\b(?:pay|for) only|\bfrom [^.]{0,12}\d to) ?[:=-]? ?$/i
/** Before it: an amount that is asked, given or won, or a part of what is paid. */
const BESIDE_LEFT =
  /\b(?:save|saving|savings|off|discount|less|flat|of|up ?to|spend(?:ing)?|above|over|below|under|beyond|exceeding|min(?:imum)?|max(?:imum)?|bills?|orders?|purchases?|transactions?|win|get|earn|extra|bonus|from|starts?|starting|starts at|starting at|deposit|advance|fees?|charges?|cash ?back|credit|refer|refund|on|every|each|plus|add|another|delivery|deliver(?:ed)? (?:for|at)|and|limit|per)(?: (?:a|an|the|of|at|is|value|only|just|bill|spend|purchase|order|voucher|vouchers|gift|flat)){0,3} ?[:=-]? ?$/i
/** Behind it: the same. */
const BESIDE_RIGHT =
  /^ ?(?:\+(?!\+)|[-–] ?(?:rs|lkr|\d)|off\b|discount|cash ?back|(?:gift )?vouchers?\b|gift|or (?:more|above|over)|and (?:above|over|up)|upwards?|onwards?|extra|refund\b|savings?|credit|points|bonus|(?:a|per|each|\/) ?(?:month|year)|monthly|instal|deposit|fee|(?:is )?minimum)/i

const patterns = new Map<string, RegExp>()
function amountPattern(currency: string) {
  let pattern = patterns.get(currency)
  if (!pattern) {
    const number = String.raw`\d[\d,]{0,14}(?:\.\d{1,2})?(?![\d%]| ?(?:k|mn|m|million|lakhs?|lacs?|percent)\b)(?: ?/[-=])?`
    const name = currencyNames(currency)
    pattern = new RegExp(String.raw`(?<![\p{L}\d])(?:${name} ?(${number})|(${number}) ?${name}(?![\p{L}\d]))`, 'giu')
    patterns.set(currency, pattern)
  }
  return pattern
}

/** The price that a text states, and the one before it, where exactly one reading is left. */
export function findPrices(text: string, currency: string, isTitle: boolean): WrittenPrices | undefined {
  if (!/\p{Nd}/u.test(text)) return undefined
  const plain = text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .slice(0, isTitle ? 400 : 1_000)
  const spots = findSpots(plain, currency)
  const told = spots.filter(({ place }) => place !== 'beside')
  const quote = (some: Spot[]) =>
    plain.slice(Math.max(0, Math.min(...some.map(({ at }) => at)) - 20), Math.max(...some.map(({ end }) => end)) + 6).trim()
  if (told.length === 2) {
    const [first, second] = told as [Spot, Spot]
    const before = told.filter(({ place }) => place === 'before')
    const original = before.length === 1 ? before[0]! : before.length === 0 && second.isNow && !first.isNow ? first : undefined
    const now = original === first ? second : first
    if (original && original.amount > now.amount && now.place !== 'before')
      return { original: original.amount, discounted: now.amount, quote: quote(told) }
    return undefined
  }
  const [only] = spots
  if (spots.length !== 1 || !only || only.place === 'before' || only.place === 'beside' || only.amount === 0) return undefined
  if (!isTitle && !isHeading(plain, only)) return undefined
  return { discounted: only.amount, quote: quote([only]) }
}

/** In a description an amount is the price where the text begins with it: `Six for Rs. 600.` Further on it is somebody else's. */
const isHeading = (text: string, { at }: Spot) =>
  /^(?:[\p{L}\d'-]+ ){0,2}(?:for |at |@ ?|only |just |price:? ?)?$/iu.test(text.slice(0, at)) &&
  !/\b(?:charge|fee|delivery|deposit|add|extra)s?\b/i.test(text.slice(0, at + 60))

function findSpots(text: string, currency: string): Spot[] {
  const spots: Spot[] = []
  for (const match of text.matchAll(amountPattern(currency))) {
    const reading = readPrice((match[1] ?? match[2] ?? '').replace(/ ?\/[-=]$/, '').replace(/,$/, ''), currency)
    if ('reason' in reading) continue
    const end = match.index + match[0].length
    const left = text.slice(Math.max(0, match.index - REACH), match.index)
    const right = text.slice(end, end + REACH)
    const isNow = NOW.test(left)
    const place = BEFORE.test(left) ? 'before' : isNow ? 'now' : BESIDE_LEFT.test(left) || BESIDE_RIGHT.test(right) ? 'beside' : 'bare'
    spots.push({ amount: reading.value, place, isNow, at: match.index, end })
  }
  return spots
}

const LEAD =
  /^(?:only|just|now|at|@|for|price|offer price|special price|approx\.?|about|usual(?:ly)?|was|before|from|starting(?: (?:from|at))?|starts (?:from|at)|per person|net)\b[\s:]*/i
const TRAIL =
  /\s*(?:\+\+|\([^()]*\)|\b(?:only|nett?|each|upwards?|onwards?|pp|all inclusive|(?:incl\w*|excl\w*|plus)\.?(?: of)?(?: all)? tax(?:es)?|(?:per|a|an|\/) ?(?:person|head|piece|couple|night|day|hour|kg|unit|session|month|pax|adult)))\.?$/i
const FREE = /^(?:free(?: of charge)?|complimentary|foc)$/i

/** A price in a cell of its own, also among words: `Only Rs. 549`, `4200 per person`, `4 500`, `Free`. */
export function readPriceCell(text: string, currency: string): Reading<number> {
  const strict = readPrice(text, currency)
  if (!('reason' in strict)) return strict
  if (FREE.test(text)) return { value: 0, warning: 'Was taken as a price of 0', readAs: '0' }
  let words = text.replace(/\s+/g, ' ')
  for (let pass = 0; pass < 4; pass++) words = words.replace(LEAD, '').replace(TRAIL, '').trim()
  const grouped = words.replace(/(?<=(?:^|\D)\d{1,3}(?: \d{3})*) (?=\d{3}(?: |\D|$))/g, '')
  const reading = readPrice(grouped, currency)
  if (grouped === text || 'reason' in reading) return strict
  return { ...reading, warning: 'The price was read from among other words or spaces', readAs: grouped }
}
