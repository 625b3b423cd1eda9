/** Words, addresses and numbers to call, as they stand in a file. */
import { CATEGORIES, SERVICES, TAG_LIMIT, TEXT } from './constants.ts'
import type { Reading } from './offer-csv-cells.ts'
import { unlessElse } from './offer-csv-shifted.ts'
import type { Service } from './offer.ts'
import { mayBePublicHost } from './public-address.ts'
import { fold } from './search.ts'

const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Text on one line: line breaks become spaces. */
export const readLine =
  (max: number) =>
  (text: string): Reading<string> => {
    if (text.length > max) return { reason: `Is ${text.length} characters long, and ${max} are the most. Shorten it` }
    const line = text.replace(/ *[\r\n\t\u2028\u2029]+ */g, ' ')
    return isVisible(line) ? { value: line } : { reason: 'Holds nothing that can be seen' }
  }

/** Text with line breaks. What is too long is cut, for a long description is no reason to lose an offer. */
export function readLongText(text: string): Reading<string> {
  const lines = text.replace(/\r\n?/g, '\n')
  if (lines.length <= TEXT.long) return { value: lines }
  return {
    value: lines
      .slice(0, TEXT.long)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd(),
    warning: `Is ${lines.length} characters long and was cut to ${TEXT.long}`,
  }
}

const categoryKey = (name: string) =>
  fold(name)
    .replace(/\band\b/g, '&')
    .replace(/\s+/g, '')
const ours = new Map<string, string>(CATEGORIES.map((name) => [categoryKey(name), name]))
const readName = readLine(TEXT.name)

/** A category: one of the thirteen where only case or spaces differ, else kept as written. */
export const readCategory = unlessElse<string>('category', ['date', 'link', 'number'], (text) => {
  const known = ours.get(categoryKey(text))
  return known ? { value: known } : readName(text)
})

/** The categories of a shop, separated by `|`; one that stands in a name is written `\\|`. */
export function readCategories(text: string): Reading<string[]> {
  const names = new Set<string>()
  for (const part of text.match(/(?:\\[\\|]|[^|])+/g) ?? []) {
    const name = part.trim().replace(/\\([\\|])/g, '$1')
    const read = name === '' ? undefined : readCategory(name)
    if (read && 'reason' in read) return read
    if (read) names.add(read.value)
  }
  return { value: [...names] }
}

/** Tags, separated by `|`; where there is none, by commas or semicolons. None twice, whatever the case. */
export function readTags(text: string): Reading<string[]> {
  const tags = new Map<string, string>()
  let dropped = 0
  for (const part of text.split(text.includes('|') ? '|' : /[,;]/)) {
    const tag = part.trim().replace(/\s+/g, ' ')
    if (tag === '' || tags.has(fold(tag))) continue
    if (tag.length > TEXT.tag || tags.size >= TAG_LIMIT) dropped++
    else tags.set(fold(tag), tag)
  }
  const warning = `${dropped === 1 ? 'One tag was' : `${dropped} tags were`} left out: at most ${TAG_LIMIT} tags, each of at most ${TEXT.tag} characters`
  return dropped > 0 ? { value: [...tags.values()], warning } : { value: [...tags.values()] }
}

/** `www.example.lk/page`, but not `logo.png`. */
const BARE_ADDRESS = /^(?:[a-z0-9-]+\.)+(?!(?:avif|gif|html?|jpe?g|pdf|php|png|svg|webp)\b)[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i

/** An address on the web, http or https alone. One that lacks its beginning gets https://, with a warning. */
export function readUrl(text: string): Reading<string> {
  const isBare = BARE_ADDRESS.test(text)
  const address = isBare ? `https://${text}` : text
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null
  if (url && (url.username || url.password))
    return { reason: 'Holds a name or a password, which everybody would see. Write the address without them' }
  if (!url || !url.hostname.includes('.')) return { reason: 'Is not an address on the web. Write it as in https://example.com/page' }
  const value = /^[\x21-\x7e]+$/.test(address) ? address : url.href
  if (value.length > TEXT.url) return { reason: `Is longer than ${TEXT.url} characters` }
  return isBare ? { value, warning: `Was taken as ${address.slice(0, TEXT.query)}`, readAs: value } : { value }
}

/** The address of a picture: one that shoppers, and the server that fetches it for them, can reach. */
export function readPictureUrl(text: string): Reading<string> {
  const reading = readUrl(text)
  if ('reason' in reading || mayBePublicHost(new URL(reading.value).hostname)) return reading
  return { reason: 'Leads to a machine that only its own network sees. Write the address at which everybody sees the picture' }
}

/** An e-mail address, also behind `mailto:`. */
export function readEmail(text: string): Reading<string> {
  const address = text.replace(/^mailto:/i, '')
  const isEmail = address.length <= 254 && /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\.]+(?:\.[^\s@<>()",;:\\.]+)+$/.test(address)
  return isEmail ? { value: address } : { reason: 'Is not an e-mail address' }
}

/** Yes or no. */
export function readYesNo(text: string): Reading<boolean> {
  const word = text.toLowerCase()
  if (['yes', 'y', 'true', '1'].includes(word)) return { value: true }
  if (['no', 'n', 'false', '0'].includes(word)) return { value: false }
  return { reason: 'Is neither yes nor no' }
}

/** How an offer may be taken: `dine-in|takeaway`. All three, or `any`, read as no condition. */
export function readService(text: string): Reading<Service[]> {
  const services = new Set<Service>()
  for (const part of text.toLowerCase().split(/[|,;/]/)) {
    const word = part.replace(/[\s_-]+/g, '')
    if (word === '') continue
    const service = word === 'pickup' ? 'takeaway' : SERVICES.find((name) => name.replace('-', '') === word)
    if (word === 'any' || word === 'all') SERVICES.forEach((name) => services.add(name))
    else if (service) services.add(service)
    else return { reason: `“${part.trim()}” is not understood. Write dine-in, takeaway or delivery, separated by |` }
  }
  return { value: services.size === SERVICES.length ? [] : SERVICES.filter((name) => services.has(name)) }
}

/** `card` and `cash` however they are said; any other words as written. What says that anything will do is not understood: the cell is to be empty. */
export function readPayment(text: string): Reading<string> {
  const [, means] = /^(?:any |all |by |in )?(card|cash)s?(?: only| payments?(?: only)?)?$/i.exec(text) ?? []
  if (means) return { value: means.toLowerCase() }
  if (/^(?:any(?:thing)?|all|none|no|-+|n\/?a)$/i.test(text))
    return { reason: `“${text}” is no way of paying. Leave the cell empty where any will do` }
  return readName(text)
}
