/** Text that came through a web page or through a wrong encoding. */
import { isCleanText } from './clean-text.ts'

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  eacute: 'é',
  egrave: 'è',
}
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi
const BREAK = /<(?:br|\/p|\/div|\/li|\/h[1-6])\s{0,4}\/?>/gi
const TAG = /<\/?(?:p|b|i|u|s|strong|em|small|span|div|ul|ol|li|h[1-6]|a|font|table|tbody|tr|td)(?:\s[^<>]{0,500})?>/gi

/** A page's text without its tags and with the signs that its entities stand for; what is neither stays. */
export function readMarkup(text: string): string {
  if (!text.includes('&') && !text.includes('<')) return text
  const plain = text.replace(BREAK, '\n').replace(TAG, '')
  return plain.replace(ENTITY, (entity, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
    const sign = code === undefined ? NAMED[name.toLowerCase()] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined
    return sign !== undefined && isCleanText(sign) ? (sign === '\u00a0' ? ' ' : sign) : entity
  })
}

/** The letters that the upper bytes of Windows-1252 show as. */
const BYTES = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))].map((letter, at) => [
    letter,
    at + 128,
  ]),
)

/** The text before somebody took its UTF-8 for Windows-1252: `CafÃ©` was `Café`. Undefined where it was not so. */
export function undoDoubleEncoding(text: string): string | undefined {
  if (!/[ÃÂâðàÅÄ]/.test(text)) return undefined
  const bytes: number[] = []
  for (const letter of text) {
    const byte = letter < '\u0080' ? letter.charCodeAt(0) : BYTES.get(letter)
    if (byte === undefined) return undefined
    bytes.push(byte)
  }
  try {
    const mended = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    return mended !== text && isCleanText(mended) ? mended : undefined
  } catch {
    return undefined
  }
}
