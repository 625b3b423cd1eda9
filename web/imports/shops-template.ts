import { OFFER_COLUMNS, SHOP_COLUMNS } from '#contract/offer-csv-columns.ts'

import { answerTemplate } from './write-template.ts'

/** The same for a file of shops alone. */
export const loader = () =>
  answerTemplate(
    'shops-template.csv',
    SHOP_COLUMNS.map((column) => OFFER_COLUMNS.find(({ name }) => name === column)!),
  )
