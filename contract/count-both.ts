import { countWords } from './format-count.ts'

/** `2 offers and 1 shop`, and nothing of what there is none. */
export const countBoth = (offers: number, shops: number) =>
  [offers > 0 && countWords(offers, 'offer', 'offers'), shops > 0 && countWords(shops, 'shop', 'shops')].filter(Boolean).join(' and ')
