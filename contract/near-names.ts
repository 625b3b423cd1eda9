/** How alike two names are, for suggestions: nothing is ever taken as the same because of it. */
import { isPlain } from './plain-text.ts'
import { fold } from './search.ts'

/** Words that a name of a shop has or has not, without being another. */
const FORM = new Set(['pvt', 'private', 'ltd', 'limited', 'plc', 'llc', 'inc', 'co', 'company', 'the', 'and'])
/** Words of an address in the form in which most write them. */
const STREET: Record<string, string> = {
  rd: 'road',
  st: 'street',
  ave: 'avenue',
  av: 'avenue',
  mw: 'mawatha',
  ln: 'lane',
  pl: 'place',
  sq: 'square',
  col: 'colombo',
  mt: 'mount',
}

/** The words of a text that tell it from another: folded, without accents, punctuation and leading zeros. */
function wordsOf(text: string): string[] {
  const words = isPlain(text)
    ? text
        .toLowerCase()
        .replace(/['`.]/g, '')
        .split(/[^a-z0-9]+/)
    : fold(text)
        .normalize('NFD')
        .replace(/(?<=[a-z])[\u0300-\u036f]+/g, '')
        .normalize('NFC')
        .replace(/['’`.]/g, '')
        .split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter(Boolean).map((word) => (word[0] === '0' ? word.replace(/^0+(?=\d)/, '') : word))
}

/** The words of a name without those of its legal form; all of them where nothing else is left. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name)
  const own = words.filter((word) => !FORM.has(word))
  return own.length > 0 ? own : words
}

/** An address in one spelling: `12, Galle Rd., Colombo 03` and `No. 12 Galle Road, Colombo 3` are alike. */
export const addressSkeleton = (address: string) =>
  wordsOf(address)
    .filter((word, at) => !(at === 0 && word === 'no') && word !== 'lanka' && word !== 'sri')
    .map((word) => STREET[word] ?? word)
    .join(' ')

/** In how many steps (a letter put in, left out, changed, or two swapped) one text becomes another; `most` + 1 where it takes more. */
export function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[b.length]!, most + 1)
}

/** Steps that a slip of the fingers may take in a word of this length. */
export const slipsIn = (length: number) => (length < 5 ? 0 : length < 9 ? 1 : 2)
