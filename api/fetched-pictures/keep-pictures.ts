/**
 * Fetches the pictures that the catalogue names, each once, behind everything else. What is to be done stands in the table alone, so it
 * survives every crash; of several servers one is at it at a time.
 */
import { MINUTE } from '#contract/time.ts'

import type { Context } from '../context.ts'
import type { PictureStore } from '../uploads/store-pictures.ts'
import { claimPicture, findLookedThrough, hasDue, lookThrough, markLookedThrough, removeUnused, type DuePicture } from './data.ts'
import { publicReach, type Reach } from './fetch-picture.ts'
import { createKeeping, type Keeping } from './keep-picture.ts'

const LOCK = 'kade:pictures'
/** How often somebody looks whether there is something to do. */
const EVERY = MINUTE
const SIDE_BY_SIDE = { all: 4, host: 2 }

export type PictureKeeper = {
  /** Begins to look, now, every minute and whenever the catalogue changes. */
  start: () => void
  /** Does everything that can be done now. */
  run: () => Promise<void>
  /** The same behind whoever asks for it. */
  look: () => void
  /** Ends, and gives back what is being asked. */
  stop: () => Promise<void>
}

type Parts = { store: PictureStore; reach?: Reach }

export function createPictureKeeper(context: Context, { store, reach = publicReach }: Parts): PictureKeeper {
  const { db, pool, clock, log } = context
  const end = new AbortController()
  const goesOn = () => !end.signal.aborted
  const keeping = createKeeping(context, { store, reach, signal: end.signal })

  async function work() {
    const looked = await findLookedThrough(db, clock.now())
    if (looked.isDone && !(await hasDue(db, clock.now()))) return
    const lock = await pool.tryLock(LOCK)
    if (!lock) return
    try {
      const begun = clock.now()
      if (!looked.isDone && (await lookThrough(db, begun, goesOn))) {
        await removeUnused(db, begun, keeping.removeFiles, goesOn)
        await markLookedThrough(db, looked.mark)
      }
      // What has come meanwhile goes before what is left: the catalogue is looked through again.
      await fetchDue(context, keeping, () => goesOn() && !isAsked)
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
    look,
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

/** Asks for all that is due, some side by side. */
async function fetchDue({ db, clock }: Context, keeping: Keeping, goesOn: () => boolean) {
  const asked = new Map<DuePicture, Promise<void>>()
  const claim = async () =>
    goesOn() && !keeping.isFull() && asked.size < SIDE_BY_SIDE.all ? claimPicture(db, clock.now(), listBusy([...asked.keys()])) : undefined
  try {
    for (;;) {
      const before = asked.size
      const picture = await claim()
      if (picture)
        asked.set(
          picture,
          keeping.keep(picture).finally(() => asked.delete(picture)),
        )
      // One that has ended meanwhile may have been all that others of its host waited for.
      else if (asked.size < before) continue
      else if (before > 0) await Promise.race(asked.values())
      else return
    }
  } finally {
    await Promise.allSettled(asked.values())
  }
}

/** Hosts that are asked as often as they may be. */
function listBusy(asked: DuePicture[]) {
  const counts = new Map<string, number>()
  for (const { host } of asked) counts.set(host, (counts.get(host) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= SIDE_BY_SIDE.host).map(([host]) => host)
}
