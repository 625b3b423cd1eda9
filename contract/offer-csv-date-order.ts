/** Whether the dates of a file have the day or the month first: a decision over many dates, for one alone may be either. */

/** The order that numeric dates are read in, where a file gives reason to ask. `because` says so to whoever looks. */
export type DateOrder = { isMonthFirst: boolean; because: string }

/** So many dates that can only have the month first make a file of such dates, where so many times fewer can only have the day first. */
const ENOUGH = 3
const TIMES_FEWER = 10
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?=$|[\sT,])/

/** Both numbers may be the month, and it makes a difference which. */
export function isAmbiguousDay(text: string) {
  const [, first, , second] = NUMBERS.exec(text) ?? []
  return first !== undefined && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
}

/** Collects what the dates of a file's beginning say. */
export function createDateTally() {
  let dayFirst = 0
  let monthFirst = 0
  let example = ''
  return {
    add(text: string | undefined) {
      const [match, first, , second] = NUMBERS.exec(text?.trim() ?? '') ?? []
      if (match === undefined) return
      const [a, b] = [Number(first), Number(second)]
      if (a > 12 && a <= 31 && b >= 1 && b <= 12) dayFirst++
      if (b <= 12 || b > 31 || a < 1 || a > 12) return
      monthFirst++
      example ||= match
    },
    /**
     * Undefined where nothing puts the field's order, day first, in doubt. A date such as 4/13/2026 does; where there are several and hardly
     * any to the contrary, the file has the month first.
     */
    conclude(): DateOrder | undefined {
      if (monthFirst === 0) return undefined
      return monthFirst >= ENOUGH && dayFirst * TIMES_FEWER <= monthFirst
        ? {
            isMonthFirst: true,
            because: `Dates such as ${example} have the month first, and ${dayFirst === 0 ? 'none has' : 'hardly any have'} the day first`,
          }
        : { isMonthFirst: false, because: `Some date of the file, ${example}, has the month first` }
    },
  }
}
