/** How it stands with the pictures that imports name, for the operator. */
import * as z from 'zod'

import { instant } from './wire.ts'

const count = z.number().int()
export const fetchedPictures = z.object({
  isOn: z.boolean().describe('Whether pictures are fetched at all (FETCH_IMAGES)'),
  kept: count.describe('Pictures that are served from here'),
  bytes: count.describe('What they take on the disk'),
  waiting: count.describe('Addresses that are still to be asked, or asked again'),
  failed: count.describe('Addresses that are not asked again: the page shows the address itself, or the cover'),
  problems: z
    .array(
      z.object({
        url: z.string(),
        reason: z.string(),
        attempts: count,
        isFinal: z.boolean().describe('It is not asked again'),
        at: instant,
      }),
    )
    .describe('What went wrong last, the latest first'),
})
export type FetchedPictures = z.infer<typeof fetchedPictures>
