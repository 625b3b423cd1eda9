/**
 * A title without the words that a scraper ran on to it: `50% OFF at Lotus BakeryHurry! Limited time only!!!Book now`. It is a suggestion
 * for the operator. The title itself stays as written, for it is part of what makes an offer this one (D-60).
 */

/** What calls to act, and says nothing of the offer. */
const CALL =
  /(?:hurry(?: up)?|(?:for (?:a )?)?limited (?:time|period)(?: (?:only|offer))?|(?:book|order|shop|reserve|enquire|subscribe|claim|grab|apply|call|buy)(?: (?:it|yours?|your (?:seats?|table)))?(?: (?:now|today)(?!,? (?:and |& )?(?:pay|get|save)))|call (?:us|(?:on )?\+?[\d ()-]{7,16})|don['’]?t miss(?: (?:out|it|this))?|act (?:now|fast)|visit (?:us|our (?:website|store|page|outlet))|click (?:here|below)|tap (?:here|below)|(?:read|see|learn|know|view|show) (?:more|offer|deal|details)|(?:\*? ?t(?:erms)? ?(?:&|and) ?c(?:onditions|'?s)?|\*? ?conditions) appl(?:y|ied)|while (?:stocks?|supplies) lasts?|for more (?:info(?:rmation)?|details)|follow us|swipe up|link in (?:the )?bio|stay tuned|tag a friend)/giu
/** Without one of these nothing has run on. */
const HINT =
  /hurry|imited|now|today|call|miss|fast|visit|click|tap|more|view|show|see|details|appl|lasts?\b|follow|swipe|bio|tuned|tag a|[!?]{2}/i
const TRAILING = /[\s!.,;:|*•·–—-]+$/u
const LEADING = /^[\s!.,;:|*•·–—-]+/u
const SHORTEST = 6
/** More words than these between and behind the calls say something of the offer. */
const WORDS_BESIDE = 2

/** The title that might stand there instead; undefined where nothing seems to have run on to it. */
export function suggestTitle(title: string): string | undefined {
  if (title.length < SHORTEST * 2 || !HINT.test(title)) return undefined
  const calls = [...title.matchAll(CALL)].filter((match) => isApart(title, match))
  const first = calls.find(({ index }) => countLetters(title.slice(0, index)) >= SHORTEST)
  const cut = first && isCallToTheEnd(title.slice(first.index)) ? title.slice(0, first.index) : title
  const isCut = cut !== title
  const loud = cut.replace(/([!?])\1+/g, '$1')
  const cleaned = isCut || loud !== cut ? (isCut ? loud.replace(TRAILING, '') : loud).replace(LEADING, '').trim() : title
  return cleaned !== title && countLetters(cleaned) >= SHORTEST ? cleaned : undefined
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** A call begins a word, or was run on to one: `BakeryHurry`. */
function isApart(title: string, { index, 0: call }: RegExpExecArray) {
  const before = title[index - 1] ?? ' '
  const after = title[index + call.length] ?? ' '
  if (/\p{Ll}/u.test(after)) return false
  return (
    !/[\p{L}\p{N}]/u.test(before) ||
    (/[\p{L}\p{N}]/u.test(before) && /\p{Lu}/u.test(call[0]!) && (/[\p{Ll}\p{N}]/u.test(before) || /^\p{Lu}\p{Ll}/u.test(call)))
  )
}

/** Nothing else of weight follows. */
function isCallToTheEnd(tail: string) {
  const rest = tail.replace(CALL, ' ')
  return !/%|\brs\b|\blkr\b/i.test(rest) && (rest.match(/\p{L}{2,}/gu)?.length ?? 0) <= WORDS_BESIDE
}
