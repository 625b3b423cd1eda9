/** Which category in use a strange one may mean. A suggestion: categories of other names are kept as written. */
import { countEdits, nameWords, slipsIn } from './near-names.ts'

/** What others call the categories of the field. */
const OTHER_NAMES: Record<string, string> = {
  restaurant: 'Food',
  dining: 'Food',
  'f b': 'Food',
  fnb: 'Food',
  cafe: 'Food',
  bakery: 'Food',
  beverage: 'Food',
  eatery: 'Food',
  grocery: 'Retail',
  supermarket: 'Retail',
  shopping: 'Retail',
  store: 'Retail',
  shop: 'Retail',
  resort: 'Hotels & Accommodation',
  stay: 'Hotels & Accommodation',
  villa: 'Hotels & Accommodation',
  tour: 'Travel & Transport',
  taxi: 'Travel & Transport',
  tourism: 'Travel & Transport',
  'credit card': 'Banks',
  banking: 'Banks',
  finance: 'Banks',
  card: 'Banks',
  'e commerce': 'Online',
  ecommerce: 'Online',
  'online shopping': 'Online',
  repair: 'Services',
  cleaning: 'Services',
  movy: 'Entertainment',
  movie: 'Entertainment',
  cinema: 'Entertainment',
  event: 'Entertainment',
  leisure: 'Entertainment',
  fitness: 'Health',
  wellness: 'Health',
  medical: 'Health',
  pharmacy: 'Health',
  gym: 'Health',
  salon: 'Beauty',
  spa: 'Beauty',
  cosmetic: 'Beauty',
  gadget: 'Electronics',
  mobile: 'Electronics',
  'mobile phone': 'Electronics',
  computer: 'Electronics',
  appliance: 'Electronics',
  clothing: 'Fashion',
  clothe: 'Fashion',
  apparel: 'Fashion',
  textile: 'Fashion',
  footwear: 'Fashion',
  misc: 'Other',
  miscellaneous: 'Other',
  general: 'Other',
}

const toOne = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')
const toKey = (name: string) => nameWords(name).map(toOne)

/** Finds the category among those in use that a name seems to mean; undefined where it is one of them, or like none. */
export function createCategorySuggester(inUse: readonly string[]): (name: string) => string | undefined {
  const names = new Set(inUse)
  const known = inUse.map((category) => {
    const words = toKey(category)
    return { category, words, key: words.join(' ') }
  })
  const keys = new Map(known.toReversed().map((one) => [one.key, one.category]))
  return (name) => {
    if (names.has(name)) return undefined
    const words = toKey(name)
    const key = words.join(' ')
    if (key === '') return undefined
    const same = keys.get(key)
    if (same) return same
    const slips = slipsIn(key.length)
    const slip = known.find((one) => slips > 0 && countEdits(one.key, key, slips) <= slips)
    if (slip) return slip.category
    const other = OTHER_NAMES[key]
    if (other && names.has(other)) return other
    const part = known.filter((one) => one.words.every((word) => words.includes(word)) || words.every((word) => one.words.includes(word)))
    if (part.length === 1) return part[0]!.category
    const meant = new Set(words.map((word) => OTHER_NAMES[word]).filter((one) => one !== undefined && names.has(one)))
    return part.length === 0 && meant.size === 1 ? [...meant][0] : undefined
  }
}
