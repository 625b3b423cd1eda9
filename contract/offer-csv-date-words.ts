/** Dates that are written with words: names of months and weekdays, and what people write around them. */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? +/i
const GAP = "(?: ?[-/.,'’] ?| )?"
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?(?: of)?'
const YEAR = `(?:${GAP}(\\d{4}|\\d{2}))?`
const DAY_MONTH = new RegExp(`^${DAY}${GAP}${MONTH}${YEAR}$`, 'i')
const MONTH_DAY = new RegExp(`^${MONTH}${GAP}${DAY}${YEAR}$`, 'i')
const YEAR_MONTH = new RegExp(`^(\\d{4})${GAP}${MONTH}${GAP}${DAY}$`, 'i')
/** Longer than any date: nothing is looked for in it. */
const LONGEST = 80

const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** `3 April 2025`, `Apr 3rd, 2025` and `Thursday, 3-Apr-25` as `3/4/2025`, without a year where none stands; undefined where no month is named. */
export function toNumeric(text: string): string | undefined {
  if (text.length > LONGEST || !/[a-z]{3}/i.test(text)) return undefined
  const words = text.replace(/\s+/g, ' ').replace(WEEKDAY, '')
  const write = (day: string, month: string, year: string | undefined) => `${day}/${monthOf(month)}${year === undefined ? '' : `/${year}`}`
  const dayMonth = DAY_MONTH.exec(words)
  if (dayMonth) return write(dayMonth[1]!, dayMonth[2]!, dayMonth[3])
  const monthDay = MONTH_DAY.exec(words)
  if (monthDay) return write(monthDay[2]!, monthDay[1]!, monthDay[3])
  const yearMonth = YEAR_MONTH.exec(words)
  return yearMonth ? write(yearMonth[3]!, yearMonth[2]!, yearMonth[1]) : undefined
}

const DAY_AND_MONTH = /^\d{1,2}\/\d{1,2}$/
/** A day and its month, `3 April` or `3/4`, with a year; undefined where the text is something else, or has one already. */
export function addYear(text: string, year: number | string): string | undefined {
  if (DAY_AND_MONTH.test(text)) return `${text}/${year}`
  return DAY_AND_MONTH.test(toNumeric(text) ?? '') ? `${text} ${year}` : undefined
}

const TIME =
  /^(.+?)(?:T|,? (?:at |[-–] ?)?)((?:\d{1,2}[:.]\d{2}|\d{1,2}(?= ?[ap]\.?m))(?=:\d| ?[apzug+(-]|$))(?::(\d{2}(?:\.\d{1,9})?))?( ?[ap]\.?m\.?)?(?: ?(Z|UTC|GMT))?(?: ?([+-]\d{2}:?\d{2}))?(?: \([^()]*\))?$/i

/** The day of a moment, and its time and zone where they are written. */
export function splitMoment(text: string): { day: string; clock: string | undefined; seconds: number; zone: string | undefined } {
  const words = text.length > LONGEST ? '' : text.replace(/\s+/g, ' ')
  const [, day, clock, seconds = '0', half = '', utc, offset] = TIME.exec(words) ?? []
  if (day === undefined) return { day: text, clock: undefined, seconds: 0, zone: undefined }
  return { day, clock: `${clock}${half}`, seconds: Number(seconds), zone: offset ?? utc }
}

const LEAD =
  /^(?:(?:this|the|offer|promotion|sale|is|valid|validity|available|runs?|starts?|starting|begins?|ends?|ending|expir(?:es|y)|until|till?|thru|through|from|by|on|to|date|since|w\.?e\.?f\.?)\b[.: -]*)+/i
const TRAIL = /[. ]*\b(?:only|onwards?|inclusive)\.?$/i

/** The same without the words that stand around a date: `valid till 31/12/2026 only`. */
export const stripLead = (text: string) =>
  text.length > LONGEST ? text : text.replace(LEAD, '').replace(TRAIL, '').replace(/\.$/, '').trim()

const OPEN = {
  start:
    /^(?:(?:(?:start(?:s|ed)?|available|valid) )?(?:now|already|immediately|ongoing|on ?going|always|started|running)|(?:valid )?(?:until|till?) further notice)\.?$/i,
  end: /^(?:(?:valid |ends? )?(?:until|till?) further notice|(?:valid )?(?:while|whilst|until|till?) (?:the )?(?:stocks?|supplies|supply) lasts?|(?:on ?going|no (?:expiry|end)(?: date)?|never(?: ends| expires)?|always|forever|unlimited|permanent|open|limited (?:time|period)(?: only| offer)?))\.?$/i,
}
/** Words that say that an offer has begun already, or that nobody has fixed its end. */
export const isOpenEnd = (text: string, edge: 'start' | 'end') => OPEN[edge].test(text.replace(/\s+/g, ' '))
