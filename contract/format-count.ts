/** A whole number with its thousands set apart. Not by Intl, which takes a phone 60 ms to open. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** `1 row`, `19,960 rows`. */
export const countWords = (number: number, one: string, many: string) => `${formatCount(number)} ${number === 1 ? one : many}`

/** `2 offers and 1 shop`, and nothing of what there is none. */
export const countBoth = (offers: number, shops: number) =>
  [offers > 0 && countWords(offers, 'offer', 'offers'), shops > 0 && countWords(shops, 'shop', 'shops')].filter(Boolean).join(' and ')
