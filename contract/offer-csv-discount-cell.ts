/** What stands in the column of the discount: a number, or the words that others write in a title. */
import type { CellReader } from './offer-csv-cells.ts'
import { findBundleTag, findDiscount, type WrittenDiscount } from './offer-csv-discount.ts'
import { readPercent } from './offer-csv-numbers.ts'
import { unlessElse } from './offer-csv-shifted.ts'

type DiscountCell = { stated?: number | null; fromWords?: WrittenDiscount; tag?: string }

/** A number that is not one from 0 to 100 refuses the row; words that name no percentage count as an empty cell. */
export function readDiscountCell(reader: CellReader): DiscountCell {
  const read = reader.read('discount', readDiscount)
  return read === null ? { stated: null } : (read ?? {})
}

const readDiscount = unlessElse<DiscountCell>('discount', ['date', 'link'], (text) => {
  const percent = readPercent(text)
  if (!('reason' in percent)) return { ...percent, value: { stated: percent.value } }
  // A number out of bounds; `-10%` says what is taken off.
  if (/^[-−+]?\s*[\d.,]+\s*%?$/.test(text) && !/^[-−]\s*\d{1,2}(?:\.\d+)?\s*%$/.test(text)) return percent
  const found = findDiscount(`save ${text}`)
  if (found) return { value: { fromWords: found }, warning: 'The discount was read from words', readAs: describeDiscount(found) }
  const tag = findBundleTag(text)
  if (tag) return { value: { tag }, warning: 'Is no percentage, and was taken as a tag', readAs: tag }
  return { value: {}, warning: 'Says no percentage, and was taken as an empty cell', readAs: '' }
})

export const describeDiscount = ({ percent, isUpTo }: WrittenDiscount) => (isUpTo ? `up to ${percent}%` : `${percent}%`)
