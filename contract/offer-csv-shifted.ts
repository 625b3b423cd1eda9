/** Rows whose cells stand a column off can often be read, and mean nothing: where a name is to be and something else is, the row is refused. */
import type { Reading } from './offer-csv-cells.ts'
import { splitMoment, toNumeric } from './offer-csv-date-words.ts'

const NUMERIC_DATE = /^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([/.-])\d{1,2}\2\d{1,2})$/
const LINK = /^(?:https?:\/\/|www\.)\S+$/i
/** Signs and pictures may name a category, digits alone may not. */
const NUMBER = /^(?=\D*\d)[\d\s.,+%()/-]+$/
/** Longer than any date with its time: titles are many, and most are no date. */
const LONGEST = 48

const OTHER = {
  date: (text: string) => {
    if (text.length > LONGEST || !/\d\d/.test(text)) return false
    const { day } = splitMoment(text)
    // A year tells it from a house on 1 May Street.
    return NUMERIC_DATE.test(toNumeric(day) ?? day)
  },
  link: (text: string) => LINK.test(text),
  number: (text: string) => NUMBER.test(text),
}
const NAMES = { date: 'a date', link: 'an address on the web', number: 'a number' } as const

/** Why a cell cannot be what its column is about, `what`; undefined where it is none of `others`. */
function whatElse(text: string, what: string, others: readonly (keyof typeof OTHER)[]): { reason: string } | undefined {
  const is = others.find((other) => OTHER[other](text))
  return is && { reason: `Is ${NAMES[is]}, and no ${what}. Perhaps the cells of this row stand in the wrong columns` }
}

/** A reader for cells that hold `what`, and none of `others`. */
export const unlessElse =
  <T>(what: string, others: readonly (keyof typeof OTHER)[], read: (text: string) => Reading<T>) =>
  (text: string): Reading<T> =>
    whatElse(text, what, others) ?? read(text)
