/**
 * A discount that is written in words, where no column states it (D-48). A percentage counts only beside a word of saving, because
 * "0% interest", "100% cotton", "12% service charge" and "50% deposit" are percentages too. Never a made-up number.
 */
import { isPlain } from './plain-text.ts'

/** Words that make a percentage the most that can be saved; half off the second of two is less than half. */
const UP_TO = String.raw`(?:up\s*to|as\s+much\s+as|max(?:imum)?(?:\s+of)?|get\s+(?:the\s+)?(?:one|1|another|2nd|second|3rd|third)(?:\s+(?:one|item|for|at))*)`
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,2})?`
/** `20%`, `20 percent`, and the ranges `10-50%` and `10% to 50%`. */
const PERCENT = String.raw`(?<![\d.,])(?:(?<from>${NUMBER})\s*%?\s*(?:-|–|—|\bto\b)\s*)?(?<percent>${NUMBER})\s*(?:%|per\s?cent\b|pct\b)\+?`
/** Words that may stand between the percentage and the word of saving without changing what is saved. */
const FILLER = String.raw`(?:(?:a|an|of|is|at|flat|instant|extra|special|straight|additional|exclusive|further|seasonal|member|total|whopping|huge|by)\s+|[:=-]\s*)*`
/** `less sugar` is no saving, and neither is the `off` of `off-peak`. */
const AFTER = String.raw`\b(?:off(?!-)|discounts?|savings?|less(?!\s+(?:than|sugar|fat|salt|sodium|oil|calories|carbs)))\b`
const BEFORE = String.raw`\b(?:sav(?:e|es|ings?)|discounts?|less)\b`
/** What follows a percentage that is about something else, even where "discount" stands before it. */
const OTHER = String.raw`(?!\s*(?:interest|cotton|service|deposit|advance|down\s*payment|tax|vat|cash\s*back|commission|installment|instalment|natural|pure|organic))`

const savings = new RegExp(
  String.raw`(?<upTo>${UP_TO}\s+(?:an?\s+)?)?${PERCENT}\s*(?:-\s*)?${FILLER}${AFTER}` +
    String.raw`|${BEFORE}\s*${FILLER}(?<upToLater>${UP_TO}\s+(?:an?\s+)?)?${PERCENT.replace('<from>', '<fromLater>').replace('<percent>', '<percentLater>')}${OTHER}`,
  'giu',
)

/** `50% OFFShop now` */
const RUN_ON = /\b(OFF|Off|off|DISCOUNT)(?=\p{Lu}\p{Ll})/gu
/** `50% off the second` is less than half off both. */
const ONE_OF_SEVERAL = /^ (?:on |for )?(?:the |your |any |every )?(?:2nd|second|3rd|third)(?! (?:floor|level|week|hand))\b/i

const COUNT: Record<string, string> = { one: '1', two: '2', three: '3', four: '4', a: '1' }
const bundle =
  /\bbuy\s*(one|two|three|four|\d)\s*(?:,|and|&|\+)?\s*get\s*(one|two|three|four|a|\d)(?!\d|[.,]\d|\s*(?:\d+\s*)?(?:%|per\s?cent))\b|\b(bogo|b1g1)\b|\b(1)\s*\+\s*1\s+free\b/iu

export type WrittenDiscount = { percent: number; isUpTo: boolean }

/**
 * The percentage that a text offers. "Up to", a range, and several different percentages make it an upper bound, the largest of them:
 * that is what the words promise at most. Styled Unicode reads like plain letters.
 */
export function findDiscount(text: string): WrittenDiscount | undefined {
  if (!text.includes('%') && !/[٪﹪％]|per\s?cent|pct/i.test(text)) return undefined
  const found: WrittenDiscount[] = []
  const plain = text.normalize('NFKC').replaceAll('٪', '%').replace(RUN_ON, '$1 ').replace(/\s+/g, ' ')
  for (const { groups = {}, index, 0: words } of plain.matchAll(savings)) {
    const percent = Number(groups['percent'] ?? groups['percentLater'])
    const isOfOne = ONE_OF_SEVERAL.test(plain.slice(index + words.length, index + words.length + 40))
    const isUpTo = isOfOne || Boolean(groups['upTo'] ?? groups['upToLater'] ?? groups['from'] ?? groups['fromLater'])
    if (percent > 0 && percent <= 100) found.push({ percent, isUpTo })
  }
  if (found.length === 0) return undefined
  const percent = Math.max(...found.map((one) => one.percent))
  return { percent, isUpTo: found.some((one) => one.isUpTo || one.percent !== percent) }
}

/** The tag of "buy 1 get 1", which is an offer but no percentage: `buy-1-get-1`. */
export function findBundleTag(text: string): string | undefined {
  if (isPlain(text) && !/buy|bogo|b1g1|1 ?\+/i.test(text)) return undefined
  const [match, buy, get] = bundle.exec(text.normalize('NFKC').replace(/\s+/g, ' ')) ?? []
  if (!match) return undefined
  const count = (word = '1') => COUNT[word.toLowerCase()] ?? word
  return `buy-${count(buy)}-get-${count(get)}`
}
