/**
 * Fetches the pictures that the catalogue names, each once, behind everything else. What is to be done stands in the table alone, so it
 * survives every crash; of several servers one is at it at a time.
 */
import { DAY, HOUR, MINUTE } from '#contract/time.ts'
import { PICTURE_WIDTHS, pictureFile, pictureUrl } from '#contract/picture-rules.ts'

import type { Context } from '../context.ts'
import type { PictureStore } from '../uploads/store-pictures.ts'
import {
  claimPicture,
  failPicture,
  hasDue,
  findLookedThrough,
  keepPicture,
  lookThrough,
  markLookedThrough,
  postponeHost,
  postponePicture,
  removeUnused,
  type DuePicture,
} from './data.ts'
import { encodePicture } from './encode-picture.ts'
import { fetchPicture, PictureError, publicReach, type Reach } from './fetch-picture.ts'

const LOCK = 'kade:pictures'
/** How often somebody looks whether there is something to do. */
const EVERY = MINUTE
const SIDE_BY_SIDE = { all: 4, host: 2 }
/** How long a picture waits after each failure; then it is not asked again. */
const BACKOFF = [MINUTE, 10 * MINUTE, 2 * HOUR, DAY]
const ATTEMPTS = BACKOFF.length + 1
/** After so many failures in a row, each its host's, the rest of that host is not even tried. */
const HOST_FAILURES = 3
/** How long nobody writes to a disk that was full. */
const NO_ROOM_FOR = HOUR
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

export type PictureKeeper = {
  /** Begins to look, now, every minute and whenever the catalogue changes. */
  start: () => void
  /** Does everything that can be done now. */
  run: () => Promise<void>
  /** Ends, and gives back what is being asked. */
  stop: () => Promise<void>
}

type Parts = { store: PictureStore; reach?: Reach }

export function createPictureKeeper(context: Context, { store, reach = publicReach }: Parts): PictureKeeper {
  const { db, pool, clock, log, config } = context
  const end = new AbortController()
  const goesOn = () => !end.signal.aborted
  const userAgent = `Kade/1.0 (pictures of offers${config.PUBLIC_URL ? `; +${config.PUBLIC_URL}` : ''})`
  const fetching = createFetching(context, { store, reach, userAgent, signal: end.signal })

  async function work() {
    const looked = await findLookedThrough(db, clock.now())
    if (looked.isDone && !(await hasDue(db, clock.now()))) return
    const lock = await pool.tryLock(LOCK)
    if (!lock) return
    try {
      const begun = clock.now()
      if (!looked.isDone && (await lookThrough(db, begun, goesOn))) {
        await removeUnused(db, begun, fetching.removeFiles, goesOn)
        await markLookedThrough(db, looked.mark)
      }
      await fetching.fetchDue()
    } finally {
      await lock.release()
    }
  }

  let running: Promise<void> | undefined
  let isAsked = false
  /** What is asked for meanwhile is done behind it. */
  function run(): Promise<void> {
    isAsked = true
    running ??= (async () => {
      while (isAsked && goesOn()) {
        isAsked = false
        await work()
      }
    })().finally(() => (running = undefined))
    return running
  }
  const look = () => void run().catch((error: unknown) => goesOn() && log.error({ err: error }, 'pictures could not be fetched'))
  let timer: NodeJS.Timeout | undefined
  return {
    run,
    start() {
      timer = setInterval(look, EVERY).unref()
      context.onCatalogueChange.add(look)
      look()
    },
    async stop() {
      clearInterval(timer)
      context.onCatalogueChange.delete(look)
      end.abort()
      await running?.catch(() => undefined)
    },
  }
}

type Fetching = { store: PictureStore; reach: Reach; userAgent: string; signal: AbortSignal }

/** Asks for all that is due, some side by side, and writes down what became of each. */
function createFetching({ db, clock, log }: Context, { store, signal, ...request }: Fetching) {
  const failures = new Map<string, number>()
  let fullUntil = 0
  const mayGoOn = () => !signal.aborted && clock.now() >= fullUntil

  async function fetchDue() {
    const asked = new Map<DuePicture, Promise<void>>()
    const busyHosts = () => {
      const hosts = [...asked.keys()].map(({ host }) => host)
      return hosts.filter((host, place) => hosts.indexOf(host) === place && hosts.filter((one) => one === host).length >= SIDE_BY_SIDE.host)
    }
    try {
      while (mayGoOn() || asked.size > 0) {
        const picture = mayGoOn() && asked.size < SIDE_BY_SIDE.all ? await claimPicture(db, clock.now(), busyHosts()) : undefined
        if (picture)
          asked.set(
            picture,
            keep(picture).finally(() => asked.delete(picture)),
          )
        else if (asked.size > 0) await Promise.race(asked.values())
        else return
      }
    } finally {
      await Promise.allSettled(asked.values())
    }
  }

  async function keep(picture: DuePicture) {
    const { url, name, host, attempts } = picture
    // Nobody said how the last one went: it may be what ended the process.
    if (attempts > ATTEMPTS) return void (await failPicture(db, url, { reason: 'The server did not come to its end', now: clock.now() }))
    try {
      const { widest, files } = await encodePicture(await fetchPicture(url, { signal, ...request }))
      for (const { width, bytes } of files) await store.put(pictureFile(name, width), bytes)
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
      await keepPicture(db, url, { address: pictureUrl(name, widest), bytes, now: clock.now() })
      failures.delete(host)
    } catch (error) {
      await settle(picture, error as NodeJS.ErrnoException)
    }
  }

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
    fetchDue,
    removeFiles: async (name: string) => {
      for (const width of PICTURE_WIDTHS) await store.remove(pictureFile(name, width))
    },
  }
}
