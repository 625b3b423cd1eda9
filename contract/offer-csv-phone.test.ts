import { expect, test } from 'vitest'

import { colombo } from './colombo.ts'
import { readPhone } from './offer-csv-phone.ts'

test.each([
  ['0771234567', '+94 77 123 4567'],
  ['771234567', '+94 77 123 4567'],
  ['077 123 45 67', '+94 77 123 4567'],
  ['94112303500', '+94 112 303 500'],
  ['+94 115 123 123', '+94 115 123 123'],
  ['0094112303500', '+94 112 303 500'],
  ['+94 (0)77 222 3334', '+94 77 222 3334'],
  ['(011) 230-3500', '+94 112 303 500'],
  ['011.230.3500', '+94 112 303 500'],
  ["'0112303500", '+94 112 303 500'],
  ['\u202a+94112303500\u202c', '+94 112 303 500'],
  ['tel:+94112303500', '+94 112 303 500'],
  ['+1 415 555 2671', '+1 415 555 2671'],
])('the telephone number %j is %j', (text, value) => expect(readPhone(text, colombo)).toEqual({ value }))

test.each([
  ['011 230 3500 / 077 123 4567', 'Holds several numbers; +94 112 303 500 was taken', '+94 112 303 500'],
  ['0771234567 or 0771234568', 'Holds several numbers; +94 77 123 4567 was taken', '+94 77 123 4567'],
  ['Hotline: 0771234567', undefined, '+94 77 123 4567'],
  ['077 123 4567 ext 5', 'Was taken as +94 77 123 4567', '+94 77 123 4567'],
  ['1234567', 'Is no telephone number that there can be (+94), and was kept as written', '1234567'],
])('of %j a number is taken and told', (text, warning, value) =>
  expect(readPhone(text, colombo)).toEqual({ value, ...(warning !== undefined && { warning, readAs: value }) }),
)

test.each(['123456', '119', 'call us', '9.41123E+10', '=1+1', '1234567890123456'])('%j is no telephone number', (text) =>
  expect(readPhone(text, colombo)).toEqual({ reason: 'Is not a telephone number of 7 to 15 digits' }),
)

test('a number without its country is that of the city', () =>
  expect(readPhone('030 901820', { locale: 'de-DE' })).toEqual({ value: '+49 30 901820' }))
