/** What a text asks of whoever uses an offer: how to pay, being new, eating here or elsewhere. */
import { SERVICES } from './constants.ts'
import type { Service } from './offer.ts'
import {
  ADDED,
  type Clause,
  CLOSES_ONLY,
  TIERS,
  findSpots,
  isDenied,
  OFFER_WORDS,
  quoteSpot,
  type Spot,
  type SetStatement,
  type Statement,
} from './suggest-conditions-clauses.ts'

const CARD = String.raw`(?:(?:credit|debit)(?: ?(?:and|or|&|/) ?(?:credit|debit))? )?cards?`
const cardOnly = new RegExp(
  String.raw`(?:(?<=^|[.,:(] ?|\b(?:by|via|with|on|for|to|accept|accepts|all) )(${CARD})(?: (?:payments?|transactions?|purchases?))? only\b` +
    String.raw`|\bonly (?:valid )?(?:on|for|with|by|via|to) (${CARD}) (?:payments?|transactions?))`,
  'gi',
)
const cashOnly = /\bcash(?: payments?)? only\b|\bonly (?:in |on |for |by |with |accept )?cash\b(?: payments?)?/gi

const NAME = String.raw`\p{Lu}[\p{L}\d.'’]{0,20}`
const NAMES = String.raw`${NAME}(?:(?:,? (?:of the |of |and |or |& )?| ?/ ?)${NAME}){0,6}`
const bankCards = new RegExp(
  String.raw`\b(?:[Ff]or|FOR|[Ww]ith|WITH|[Uu]sing|[Vv]ia|[Bb]y|[Oo]n|[Tt]o)(?: (?:all|any|your|an?|the|selected|only|ALL|YOUR)){0,3} ` +
    String.raw`(${NAMES})((?: (?:visa|credit|debit|platinum|gold|signature|world|classic)){0,2}(?: ?(?:and|or|&|/) ?(?:credit|debit))?)` +
    String.raw`(?: ?(?:[Cc]ards?|CARDS?)\b| ?(?:[Cc]ard)?[- ]?(?:[Hh]olders?|[Mm]embers?|HOLDERS?)\b)`,
  'gu',
)
const ISSUER = /\b(?:bank|credit|debit|visa|master(?:card)?|amex|american express)\b/i
const GENERIC = /\b(?:credit|debit|all|any|your|major|local|selected|valid|bank|banks|our|the|and|or)\b|[&/,. ]/gi
const OTHER_CARDS =
  /\b(?:gift|loyalty|student|member|membership|identity|id|nic|sim|sd|atm|memory|post|greeting|business|visiting|swap|score|key|vip|privilege|rewards?|staff|senior)\b/i
/** What holders of a card get beside the offer, or instead of it. */
const OTHER_USE =
  /\b(?:instal\w*|0%|interest|apply for|points?|accept(?:s|ed)?|earn\w*|win|hot ?line|contact|issued|cash ?back|fees?|emi|plans?|eligible for)\b/i

/** What a clause says that one pays with: `card`, `cash`, or whose cards. */
export function readPaymentIn(clause: Clause): Statement<string>[] {
  const found: Statement<string>[] = []
  const add = (spot: Spot, value: string | undefined) => found.push({ value, quote: quoteSpot(spot) })
  for (const { match, ...spot } of findSpots(clause, cardOnly)) {
    if (isDenied(spot.left) || /\b(?<!no )cash\b/i.test(spot.around)) add(spot, undefined)
    else add(spot, nameCards(match[1] ?? match[2] ?? ''))
  }
  for (const { match: _, ...spot } of findSpots(clause, cashOnly)) {
    if (!CLOSES_ONLY.test(spot.right)) continue
    add(spot, isDenied(spot.left) || /\bcards?\b/i.test(spot.around) ? undefined : 'cash')
  }
  for (const { match, ...spot } of findSpots(clause, bankCards)) {
    const value = nameIssuer(match[1] ?? '', match[2] ?? '', spot)
    if (value) add(spot, value)
  }
  return found
}

const nameCards = (words: string) =>
  /credit/i.test(words) === /debit/i.test(words) ? 'card' : /credit/i.test(words) ? 'Credit cards' : 'Debit cards'

function nameIssuer(name: string, kind: string, spot: Spot): string | undefined {
  const { words, left, around, clause } = spot
  if (OTHER_CARDS.test(name) || name.replace(GENERIC, '') === '') return undefined
  const isShouted = clause.text === clause.text.toUpperCase()
  const isIssuer = ISSUER.test(name + kind) || (!isShouted && /\b\p{Lu}{2,5}\b/u.test(name))
  // "Mastercard holders" hold cards; "Galle Fort members" do not.
  if (!isIssuer || (!/cards?\b/i.test(words.slice(-12)) && !/card ?(?:holders?|members?)$/i.test(words))) return undefined
  if (isDenied(left) || ADDED.test(around) || OTHER_USE.test(around) || TIERS.test(around)) return undefined
  if (!clause.isTitle && !OFFER_WORDS.test(around) && !/\bonly\b|\bsettle|^for\b/i.test(around)) return undefined
  return `${(name + kind).replace(/\b(?:credit|debit)\b/gi, (word) => word.toLowerCase()).trim()} cards`
}

const PEOPLE = String.raw`(?:customers?|users?|members?|clients?|guests?|shoppers?|patients?|visitors?|subscribers?|buyers?|riders?|students?)\b`
const ACT = String.raw`(?:(?:online|app) )?(?:orders?|purchases?|rides?|bookings?|visits?|transactions?|trips?|appointments?|sessions?)\b`
const newCustomers = new RegExp(
  String.raw`\b(?:for|to)(?: all| our| the)? (?:new|first[- ]time) ${PEOPLE}|\b(?:new|first[- ]time) ${PEOPLE}(?: [a-z]+)? only\b|\bonly (?:new|first[- ]time) ${PEOPLE}` +
    String.raw`|\b(?:on|off|for|to|with)(?: your| the| their| a)? (?:very )?first ${ACT}(?! of\b)|\bfirst ${ACT} only\b|^first ${ACT}(?=$|,|:)`,
  'gi',
)
const everybody = /\b(?:new (?:and|or|&|\/) (?:existing|old|returning)|(?:existing|old|returning) (?:and|or|&|\/) new)\b/gi

/** Whether a clause says that only who is new may use the offer. */
export function readNewCustomersIn(clause: Clause): Statement<true>[] {
  const found: Statement<true>[] = []
  for (const spot of findSpots(clause, everybody)) found.push({ value: undefined, quote: spot.words })
  for (const { match: _, ...spot } of findSpots(clause, newCustomers)) {
    const { words, left, around } = spot
    if (/\b(?:extra|additional|further|bonus|points?|existing|returning|every|each|both|after|also)\b/i.test(around)) continue
    const isSaid = /\bonly\b/i.test(around) || /\b(?:new|first[- ]time)\b/i.test(words) || OFFER_WORDS.test(around) || clause.isTitle
    if (isSaid) found.push({ value: isDenied(left) ? undefined : true, quote: quoteSpot(spot) })
  }
  return found
}

const WAY = String.raw`(?:din(?:e|ing)[- ]?in|take[- ]?(?:aways?|outs?)|pick[- ]?ups?|(?:home )?deliver(?:y|ies))`
const WAYS = String.raw`(${WAY}(?:(?:, ?| ?[&/+] ?| )(?:(?:and|or) )?${WAY}){0,2})\b(?: (?:orders?|customers?|guests?|purchases?|meals?))?`
const waysOnly = new RegExp(String.raw`\b${WAYS} only\b|\bonly (?:valid |available |applicable )?(?:for|on|with|to) ${WAYS}`, 'gi')
const waysNot = new RegExp(
  String.raw`\b(?:(?:not|cannot|can't) (?:be )?(?:valid|applicable|available|redeem\w*|used|applied)(?: (?:for|on|with|to|in))|not (?:for|on|with)|exclud(?:es|ing)|except(?: for)?)(?: any| all)? ${WAYS}|\bno ${WAYS}(?=$|[,)])`,
  'gi',
)
const waysAll = new RegExp(String.raw`\b${WAYS}`, 'gi')
/** A limit in place or time: the rest of the offer may be had otherwise. */
const LIMITED =
  /^ (?:within|inside|outside|beyond|in|to|for|on|from|after|before|at|between|up|if|with|apps?|platforms?|partners?|services?|charges?|fees?|via)\b/i

/** In which ways a clause says that the offer is taken. */
export function readServiceIn(clause: Clause): SetStatement<Service>[] {
  const found: SetStatement<Service>[] = []
  const add = (spot: Spot, value: Service[] | undefined, isExcept = false) => found.push({ value, quote: quoteSpot(spot), isExcept })
  for (const { match, ...spot } of findSpots(clause, waysAll)) {
    if (listWays(match[1] ?? '').length === SERVICES.length) add(spot, undefined)
  }
  for (const { match, ...spot } of findSpots(clause, waysOnly)) {
    const ways = listWays(match[1] ?? match[2] ?? '')
    const isClosed = match[1] ? CLOSES_ONLY.test(spot.right) : !LIMITED.test(spot.right)
    if (!isClosed || /\b(?:free|cash on) $/i.test(spot.left) || ways.length === SERVICES.length) continue
    add(spot, isDenied(spot.left) ? undefined : ways)
  }
  for (const { match, ...spot } of findSpots(clause, waysNot)) {
    if (!LIMITED.test(spot.right)) add(spot, listWays(match[1] ?? match[2] ?? ''), true)
  }
  return found
}

const listWays = (words: string) =>
  SERVICES.filter((way) => ({ 'dine-in': /din(?:e|ing)/i, takeaway: /take|pick/i, delivery: /deliver/i })[way].test(words))
export const otherWays = (ways: Service[]) => SERVICES.filter((way) => !ways.includes(way))
