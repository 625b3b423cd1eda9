/** Money is a number in the currency on the wire, and a whole number of its smallest unit in the database. */

const digits = new Map<string, number>()

/** Decimal places of a currency: 2 for LKR, 0 for JPY. */
function decimalPlaces(currency: string) {
  let places = digits.get(currency)
  if (places === undefined) {
    places = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    digits.set(currency, places)
  }
  return places
}

/** Rounds to the nearest unit: 12.345 LKR are 1 235 cents. Throws a RangeError for a currency that is no three letters. */
export const toMinorUnits = (amount: number, currency: string) => Math.round(amount * 10 ** decimalPlaces(currency))
/** Whole units to an amount: 1 235 cents are 12.35 LKR. Throws as the other does. */
export const toMajorUnits = (minor: number, currency: string) => minor / 10 ** decimalPlaces(currency)
