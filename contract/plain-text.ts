/** Text as people see it, in letters that everybody can read, search and have read out. Emoji stay. */

/** Letters of mathematics, full width, circles and squares: what a styling keyboard makes of A to Z and 0 to 9. */
const STYLED =
  /[\u2102\u210a-\u2113\u2115\u2119-\u211d\u2124\u2128\u212c\u212d\u212f-\u2131\u2133\u2134\u24b6-\u24e9\uff01-\uff5e\ufb00-\ufb06\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]+/gu
/** White on black, which has no plain form in Unicode. One alone is an emoji: blood of type A, a parking place. */
const NEGATIVE = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]{2,}/gu
/** Lines struck through or under each letter. */
const STRUCK = /(?<=[\p{L}\p{N} ])[\u0332\u0333\u0335-\u0338]/gu
/** A digit on a key: `5️⃣0️⃣%`. */
const KEYS = /(?<=\d)\ufe0f?\u20e3/gu
/** Nothing to see. The joiners of Sinhala, Tamil and emoji (200c, 200d) stay. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const PLAIN = /^[\n\r\t -~]*$/
/** Whether a text is of letters that need no mending: most are, and are spared the rest. */
export const isPlain = (text: string) => PLAIN.test(text)

const toLetter = (sign: string) => {
  const code = sign.codePointAt(0)!
  return String.fromCodePoint(65 + code - (code >= 0x1f170 ? 0x1f170 : 0x1f150))
}

/** The same text with plain letters. */
export const unstyle = (text: string) =>
  PLAIN.test(text)
    ? text
    : text
        .replace(STYLED, (run) => run.normalize('NFKC'))
        .replace(NEGATIVE, (run) => Array.from(run, toLetter).join(''))
        .replace(STRUCK, '')
        .replace(KEYS, '')

/** The same text without characters that cannot be seen, and with plain spaces. */
export const tidySpaces = (text: string) => (PLAIN.test(text) ? text : text.replace(INVISIBLE, '').replace(SPACES, ' '))
