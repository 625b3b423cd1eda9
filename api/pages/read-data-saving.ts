import type { IncomingHttpHeaders } from 'node:http'

import { DATA_SAVING_COOKIE } from '#contract/constants.ts'

/** The headers by which a request says that a page should bring no more than it must. */
export const DATA_SAVING_HEADERS = 'save-data, cookie'

/** Whether whoever asks for a page saves data: by a wish of the browser, or by what was chosen in Settings. */
export const readDataSaving = ({ 'save-data': wish, cookie = '' }: IncomingHttpHeaders) =>
  wish === 'on' || cookie.split(';').some((pair) => pair.trim() === `${DATA_SAVING_COOKIE}=on`)
