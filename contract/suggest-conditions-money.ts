/** The least that a text asks to be spent. */
import { currencyNames, readPrice } from './offer-csv-numbers.ts'
import { type Clause, findSpots, quoteSpot, type Spot, type Statement } from './suggest-conditions-clauses.ts'

const NOUN = String.raw`(?:bills?|spend(?:ing)?|purchases?|orders?|transactions?|baskets?|carts?|invoices?)`

const patterns = new Map<string, RegExp>()
function patternFor(currency: string) {
  let pattern = patterns.get(currency)
  if (!pattern) {
    const number = String.raw`\d[\d,]{0,12}(?:\.\d{1,2})?(?: ?/[-=])?(?![\d%]| ?(?:k|mn|m|million|lakhs?|lacs?)\b)`
    const name = currencyNames(currency)
    const amount = String.raw`(?:${name} ?${number}|${number} ?${name})`
    const more = String.raw`(?: ?\+| ?(?:or|and|&) ?(?:more|above|over|upwards?))`
    pattern = new RegExp(
      String.raw`\bmin(?:imum|\.)? ?(?:total |net |gross |single |food )?(?:${NOUN}|value)(?: (?:value|amount|total|spend))?(?: (?:of|is|should be|must be|at least))? ?[:=-]? ?(?<asked>${amount}|${number}(?=$|[.,;)]| (?:or|and|is|applies)\b))` +
        String.raw`|(?<turned>${amount}) min(?:imum|\.) ?${NOUN}` +
        String.raw`|\bspend(?:s|ing)?(?: a)?(?: minimum of| at least| over| above| more than)? (?<spent>${amount})(?=${more}|$|[,:)]| (?:and|to|&|on|at)\b)` +
        String.raw`|\b${NOUN}(?: (?:values?|valued|amounts?|totals?))?(?: (?:must|should|has to|have to))?(?: be)? (?:of )?(?:above|over|exceeding|exceeds?|more than|at least|greater than|from|reach(?:es)?) (?<above>${amount})` +
        String.raw`|\b(?:${NOUN}|goods|items|products|shop)(?: (?:values?|valued|amounts?|totals?))? (?:of|for|worth|at|is) (?<worth>${amount})(?=${more})`,
      'giu',
    )
    patterns.set(currency, pattern)
  }
  return pattern
}

/** What a least amount earns beside the offer, or is asked for by somebody else. */
const OTHER_GAIN =
  /\b(?:deliver\w*|ship\w*|instal\w*|emi|points?|awarded|raffle|draws?|parking|extra|additional|further|bonus|warranty|deposit|refund\w*|cash ?back|lucky)\b|(?<!\d)0%/i

/** Amounts in minor units of the currency. */
export function readMinimumIn(clause: Clause, currency: string): Statement<number>[] {
  const found: Statement<number>[] = []
  for (const { match, ...spot } of findSpots(clause, patternFor(currency))) {
    const { asked, turned, spent, above, worth } = match.groups ?? {}
    const reading = readPrice(asked ?? turned ?? spent ?? above ?? worth ?? '', currency)
    if ('reason' in reading || reading.value <= 0 || !isAskedForOffer(spot, Boolean(spent ?? above ?? worth))) continue
    found.push({ value: reading.value, quote: quoteSpot(spot) })
  }
  return found
}

function isAskedForOffer({ clause, left, right, around }: Spot, isBill: boolean): boolean {
  if (OTHER_GAIN.test(around) || /\b(?:not?|cannot|without|below|under)\b[^,:]{0,40}$|\b(?:every|each|any) (?:\w+ )?$/i.test(left))
    return false
  if (/^ ?(?:per|each|a) (?:person|head|night|month|day)|^ ?(?:monthly|pp\b|per\b)/i.test(right)) return false
  return clause.isTitle || !isBill || !/\b(?:free|gifts?|vouchers?)\b/i.test(around)
}
