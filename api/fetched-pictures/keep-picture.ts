/** What becomes of one picture: it is kept, asked again later, or left with its reason. */
import { PICTURE_WIDTHS, pictureFile, pictureUrl } from '#contract/picture-rules.ts'
import { DAY, HOUR, MINUTE } from '#contract/time.ts'

import type { Context } from '../context.ts'
import type { PictureStore } from '../uploads/store-pictures.ts'
import { failPicture, keepPicture, postponeHost, postponePicture, type DuePicture } from './data.ts'
import { encodePicture } from './encode-picture.ts'
import { fetchPicture, PictureError, type Reach } from './fetch-picture.ts'

/** How long a picture waits after each failure; then it is not asked again. */
const BACKOFF = [MINUTE, 10 * MINUTE, 2 * HOUR, DAY]
const ATTEMPTS = BACKOFF.length + 1
/** After so many failures in a row, each its host's, the rest of that host is not even tried. */
const HOST_FAILURES = 3
/** How long nobody writes to a disk that was full. */
const NO_ROOM_FOR = HOUR
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

export type Keeping = {
  /** Fetches one, and writes down what became of it. Throws what is nobody's fault but ours. */
  keep: (picture: DuePicture) => Promise<void>
  /** Whether there was no room on the disk a short while ago. */
  isFull: () => boolean
  removeFiles: (name: string) => Promise<void>
}
type Parts = { store: PictureStore; reach: Reach; signal: AbortSignal }

export function createKeeping({ db, clock, log, config }: Context, { store, reach, signal }: Parts): Keeping {
  const userAgent = `Kade/1.0 (pictures of offers${config.PUBLIC_URL ? `; +${config.PUBLIC_URL}` : ''})`
  const failures = new Map<string, number>()
  let fullUntil = 0

  async function settle({ url, host, attempts }: DuePicture, error: NodeJS.ErrnoException) {
    const now = clock.now()
    if (signal.aborted) return postponePicture(db, url, { due: now, now, reason: null, uncounted: true })
    if (NO_ROOM.has(error.code ?? '')) {
      fullUntil = now + NO_ROOM_FOR
      log.error({ err: error }, 'there is no room for pictures: they are fetched again in an hour')
      return postponePicture(db, url, { due: fullUntil, now, reason: 'There was no room on the disk of the server', uncounted: true })
    }
    if (!(error instanceof PictureError)) throw error
    const { blame, message: reason } = error
    if (blame === 'never' || attempts >= ATTEMPTS) await failPicture(db, url, { reason, now })
    else await postponePicture(db, url, { due: now + BACKOFF[attempts - 1]!, now, reason })
    if (blame === 'host') await blameHost(host, reason, now)
    else failures.delete(host)
  }

  async function blameHost(host: string, reason: string, now: number) {
    const count = (failures.get(host) ?? 0) + 1
    failures.set(host, count)
    if (count < HOST_FAILURES) return
    failures.delete(host)
    await postponeHost(db, host, { now, reason, backoff: BACKOFF })
  }

  return {
    async keep(picture) {
      const { url, name, host, attempts } = picture
      // Nobody said how the last one went: it may be what ended the process.
      if (attempts > ATTEMPTS) return void (await failPicture(db, url, { reason: 'The server did not come to its end', now: clock.now() }))
      try {
        const { widest, files } = await encodePicture(await fetchPicture(url, { signal, reach, userAgent }))
        for (const { width, bytes } of files) await store.put(pictureFile(name, width), bytes)
        const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
        await keepPicture(db, url, { address: pictureUrl(name, widest), bytes, now: clock.now() })
        failures.delete(host)
      } catch (error) {
        await settle(picture, error as NodeJS.ErrnoException)
      }
    },
    isFull: () => clock.now() < fullUntil,
    async removeFiles(name) {
      for (const width of PICTURE_WIDTHS) await store.remove(pictureFile(name, width))
    },
  }
}
