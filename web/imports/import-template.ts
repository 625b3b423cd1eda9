import { OFFER_COLUMNS } from '#contract/offer-csv-columns.ts'

import { answerTemplate } from './write-template.ts'

/** A file to start from: every column, and one row that is taken as it stands. */
export const loader = () => answerTemplate('import-template.csv', OFFER_COLUMNS)
