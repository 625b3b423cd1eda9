/** Telephone numbers as they stand in a file. */
import { type CountryCode, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

import type { City } from './city.ts'
import type { Reading } from './offer-csv-cells.ts'
import { createMemory } from './remember.ts'

/** Between two numbers in one cell. */
const BETWEEN = /\s*(?:[/,;|&\n]|\bor\b|\band\b)\s*/i
/** Words in front of a number, and an extension behind it. */
const LABEL =
  /^(?:'|tel:|(?:(?:tele)?phone|tel|mobile|mob|hot ?line|call(?: us)?|whats ?app|contact)\b(?: (?:no|number|on|us))*\.?)[\s:.-]*/i
const EXTENSION = /\s*(?:ext(?:ension)?|x)\.?\s*\d{1,6}$/i

/** The country whose numbers are written without its code. */
function countryOf({ locale }: Pick<City, 'locale'>): CountryCode | undefined {
  const region = locale.split('-').at(-1)?.toUpperCase() ?? ''
  return isSupportedCountry(region) ? region : undefined
}

/**
 * A number to call, in its international form where it is one that there can be: `0771234567` is `+94 77 123 4567` in Colombo. Any other
 * of 7 to 15 digits stays as written, with a warning. The first of several is taken.
 */
export function readPhone(text: string, city: Pick<City, 'locale'>): Reading<string> {
  const [first = '', ...others] = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(LABEL, '')
    .split(BETWEEN)
    .filter((part) => /\d/.test(part))
  const bare = first.replace(LABEL, '').replace(EXTENSION, '')
  const written = bare
    .replace(/[-‐-―()[\].]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const digits = written.replace(/\D/g, '').length
  if (!/^\+?[\d ]+$/.test(written) || digits < 7 || digits > 15) return { reason: 'Is not a telephone number of 7 to 15 digits' }
  const value = formatPhone(bare.trim(), city)
  if (value === undefined)
    return { value: written, warning: `Is no telephone number that there can be${placeOf(city)}, and was kept as written`, readAs: written }
  if (others.length > 0) return { value, warning: `Holds several numbers; ${value} was taken`, readAs: value }
  return EXTENSION.test(first) ? { value, warning: `Was taken as ${value}`, readAs: value } : { value }
}

const placeOf = (city: Pick<City, 'locale'>) => {
  const country = countryOf(city)
  return country ? ` (+${getCountryCallingCode(country)})` : ''
}

/** Shops repeat, and working a number out takes longer than the rest of a row. */
const rememberPhone = createMemory<{ value: string | undefined }>({ texts: 5_000, letters: 40 })
const formatPhone = (number: string, city: Pick<City, 'locale'>) =>
  rememberPhone(city, number, () => {
    const country = countryOf(city)
    const known = parsePhoneNumberFromString(number, country === undefined ? {} : { defaultCountry: country })
    return { value: known?.isValid() ? known.formatInternational() : undefined }
  }).value
