import { expect, test } from 'vitest'

import { TEXT } from './constants.ts'
import {
  readCategory,
  readEmail,
  readLine,
  readLongText,
  readPayment,
  readPictureUrl,
  readService,
  readTags,
  readUrl,
  readYesNo,
} from './offer-csv-text.ts'

test('a line has no line breaks, is visible, and is not too long', () => {
  expect(readLine(50)('Lunch \r\n for two\tonly')).toEqual({ value: 'Lunch for two only' })
  expect(readLine(50)('🍛')).toEqual({ value: '🍛' })
  expect(readLine(5)('longer')).toEqual({ reason: 'Is 6 characters long, and 5 are the most. Shorten it' })
  expect(readLine(50)('\u200b')).toEqual({ reason: 'Holds nothing that can be seen' })
})

test('a long text keeps its line breaks and is cut where it is too long, not through the middle of a character', () => {
  expect(readLongText('one\r\ntwo\rthree')).toEqual({ value: 'one\ntwo\nthree' })
  expect(readLongText('x'.repeat(TEXT.long - 1) + '🍛')).toEqual({
    value: 'x'.repeat(TEXT.long - 1),
    warning: 'Is 10001 characters long and was cut to 10000',
  })
})

test.each([
  ['food', 'Food'],
  ['FOOD', 'Food'],
  ['Hotels&Accommodation', 'Hotels & Accommodation'],
  ['hotels  and accommodation', 'Hotels & Accommodation'],
  ['travel & transport', 'Travel & Transport'],
  ['Pet care', 'Pet care'],
  ['foods', 'foods'],
])('the category %j is spelled %j', (text, value) => expect(readCategory(text)).toEqual({ value }))

test('tags are separated by | and named once', () => {
  expect(readTags('lunch| rice  and curry |Lunch||')).toEqual({ value: ['lunch', 'rice and curry'] })
  expect(readTags('food, drinks|more')).toEqual({ value: ['food, drinks', 'more'] })
  expect(readTags('lunch, dinner; tea')).toEqual({ value: ['lunch', 'dinner', 'tea'] })
  expect(readTags(`ok|${'x'.repeat(61)}`)).toEqual({
    value: ['ok'],
    warning: 'One tag was left out: at most 20 tags, each of at most 60 characters',
  })
  const many = Array.from({ length: 22 }, (_, at) => `t${at}`)
  expect(readTags(many.join('|'))).toEqual({
    value: many.slice(0, 20),
    warning: '2 tags were left out: at most 20 tags, each of at most 60 characters',
  })
})

test.each(['https://example.lk/a?b=1#c', 'http://example.lk', 'HTTPS://EXAMPLE.LK/'])('the address %s is taken as it stands', (text) =>
  expect(readUrl(text)).toEqual({ value: text }),
)
test.each([
  ['www.example.lk/a', 'https://www.example.lk/a'],
  ['example.lk', 'https://example.lk'],
])('the bare address %s gets its beginning, with a warning', (text, value) =>
  expect(readUrl(text)).toEqual({ value, warning: `Was taken as ${value}`, readAs: value }),
)
test('an address with other letters is encoded', () =>
  expect(readUrl('https://example.lk/රස a')).toEqual({ value: 'https://example.lk/%E0%B6%BB%E0%B7%83%20a' }))
test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.lk',
  '//example.lk',
  '/uploads/x.png',
  'https://',
  'https://localhost/x',
  'see website',
  'java\nscript:alert(1)',
  '=HYPERLINK("https://x.lk")',
])('the address %j is none', (text) =>
  expect(readUrl(text)).toEqual({ reason: 'Is not an address on the web. Write it as in https://example.com/page' }),
)
test('an address with a name or a password in it is refused for that', () =>
  expect(readUrl('https://user:word@example.lk')).toEqual({
    reason: 'Holds a name or a password, which everybody would see. Write the address without them',
  }))
test.each([
  'http://127.0.0.1/x.png',
  'http://2130706433.local/x.png',
  'https://10.0.0.8:8443/x.png',
  'http://169.254.169.254/latest',
  'http://localhost./x.png',
])('a picture at %s is one that only its own network sees', (text) =>
  expect(readPictureUrl(text)).toEqual({
    reason: 'Leads to a machine that only its own network sees. Write the address at which everybody sees the picture',
  }),
)
test('a picture may lie at any address of the web', () => {
  expect(readPictureUrl('https://pictures.example.lk/x.png')).toEqual({ value: 'https://pictures.example.lk/x.png' })
  expect(readPictureUrl('http://93.184.216.34/x.png')).toEqual({ value: 'http://93.184.216.34/x.png' })
})
test('an address has a limit', () =>
  expect(readUrl(`https://example.lk/${'x'.repeat(TEXT.url)}`)).toEqual({ reason: 'Is longer than 2000 characters' }))

test('an e-mail address is one, and never holds a second line', () => {
  expect(readEmail('mailto:hello@example.lk')).toEqual({ value: 'hello@example.lk' })
  for (const text of ['hello', 'hello@example', 'a@b@c.lk', 'a b@c.lk', 'a@c.lk\nbcc:x@y.lk', '@c.lk', 'a@.lk'])
    expect(readEmail(text)).toEqual({ reason: 'Is not an e-mail address' })
})

test('yes and no are understood, maybe is not', () => {
  for (const text of ['yes', 'Y', 'TRUE', '1']) expect(readYesNo(text)).toEqual({ value: true })
  for (const text of ['No', 'n', 'false', '0']) expect(readYesNo(text)).toEqual({ value: false })
  expect(readYesNo('maybe')).toEqual({ reason: 'Is neither yes nor no' })
})

test('services are a list, and all of them are no condition', () => {
  expect(readService('Takeaway | Dine in')).toEqual({ value: ['dine-in', 'takeaway'] })
  expect(readService('take-away, delivery')).toEqual({ value: ['takeaway', 'delivery'] })
  expect(readService('any')).toEqual({ value: [] })
  expect(readService('drive-in')).toEqual({ reason: '“drive-in” is not understood. Write dine-in, takeaway or delivery, separated by |' })
})

test('payment is card, cash, or words', () => {
  expect(readPayment('Card')).toEqual({ value: 'card' })
  expect(['Cards', 'any card', 'Card only', 'cash only', 'Cash payment'].map(readPayment)).toEqual(
    ['card', 'card', 'card', 'cash', 'cash'].map((value) => ({ value })),
  )
  expect(readPayment('none')).toEqual({ reason: '“none” is no way of paying. Leave the cell empty where any will do' })
  expect(readPayment('Harbour Bank cards')).toEqual({ value: 'Harbour Bank cards' })
})
