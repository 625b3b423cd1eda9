import { COUNTED, inTurn, LIST, RANKED, UNCACHED_SHARE, type Measure } from './point.ts'

const COMMON = ['lunch', 'rice', 'saree', 'laptop', 'weekend', 'family', 'haircut', 'coffee', 'shoes', 'printer', 'herbal', 'pool']
const TWO_WORDS = [
  'rice cooker',
  'school bag',
  'car wash',
  'high tea',
  'garden chair',
  'linen shirt',
  'table fan',
  'power bank',
  'eye test',
  'oil change',
]
const LETTERS = [...'aeionrst']
const COMMON_PAIRS = ['in', 'er', 'an', 'at', 'on', 'st', 'le', 'ri']
const RARE_PAIRS = ['qz', 'zx', 'qj', 'jq', 'vq', 'zq', 'xj', 'jx']
const SCANNED = 'one and two letters have no trigram: scanned'

const asking =
  (words: readonly string[], more = '') =>
  (i: number) =>
    `${LIST}&q=${encodeURIComponent(words[i % words.length]!)}${more}&_=${i}`
/** Words with a filter that nobody has asked for lately. */
const askingAnew = (words: readonly string[]) => (i: number) => {
  const { item, day } = inTurn(words, i)
  return `${LIST}&q=${encodeURIComponent(item)}&${day}`
}
/** Letters that no word holds, another each time. */
const nonsense = (i: number) => `xq${(i * 7_919 + 10_000).toString(36)}`

export const search: Measure = {
  name: 'search',
  title: 'A search',
  pointsOf: ({ models }) => [
    { name: 'common word', pathOf: asking(COMMON), reference: 'database', share: UNCACHED_SHARE, perCpuSecond: 1_000, bound: RANKED },
    { name: 'common word, asked anew', pathOf: askingAnew(COMMON), reference: 'database', share: UNCACHED_SHARE, bound: COUNTED },
    { name: 'rare word', pathOf: asking(models), reference: 'database', share: UNCACHED_SHARE },
    { name: 'two words', pathOf: asking(TWO_WORDS), reference: 'database', share: UNCACHED_SHARE, bound: RANKED },
    { name: 'no match', pathOf: (i) => `${LIST}&q=${nonsense(i)}`, reference: 'database', share: UNCACHED_SHARE },
    {
      name: 'common word in a category, greatest saving first',
      pathOf: asking(['lunch', 'rice', 'coffee', 'dinner'], '&category=Food&sort=discount'),
      reference: 'database',
      share: UNCACHED_SHARE,
    },
    { name: 'one letter', pathOf: asking(LETTERS), reference: 'database', bound: SCANNED },
    { name: 'two letters, common', pathOf: asking(COMMON_PAIRS), reference: 'database', bound: SCANNED },
    { name: 'two letters, hardly anywhere', pathOf: asking(RARE_PAIRS), reference: 'database', bound: SCANNED },
  ],
}
