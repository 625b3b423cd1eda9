/** Who changes the catalogue holds it: one at a time, across all servers of a database. */
import { setTimeout as sleep } from 'node:timers/promises'

import { AppError } from '#contract/errors.ts'
import { SECOND } from '#contract/time.ts'
import type { HeldLock } from '#db/pool.ts'

import { readClock, type Context } from '../context.ts'
import { abandonImport, cleanImport, IMPORT_LOCK, isImportRunning, listUnfinishedImports } from './data.ts'

export type Keeps = (importId: number) => boolean
const keepsNone: Keeps = () => false
const SET_ASIDE = 'Set aside: something else changed the catalogue first. Check the file again.'
export const keepsAll: Keeps = () => true

/**
 * Takes the catalogue and clears what others left of changes that were never shown. A checked import that `keeps` does not name is set
 * aside, and says why: it was worked out for the catalogue as it was. Throws `import_running` while somebody else holds it.
 */
export async function takeCatalogue(context: Context, keeps: Keeps = keepsNone): Promise<HeldLock> {
  const lock = await lockCatalogue(context)
  try {
    await clearRemains(context, { keeps })
    return lock
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Takes the catalogue as it was left: what others left of changes that were never shown is still to be cleared. */
export async function lockCatalogue(context: Context): Promise<HeldLock> {
  const lock = await waitForLock(context)
  if (!lock) throw new AppError('import_running', (await isImportRunning(context.db)) ? {} : { message: HELD })
  return lock
}
const HELD =
  'The last change is still being put away, or a server has stopped in the middle of it. Try again in a minute; if that does not help, restart the servers.'

/** How long, in milliseconds, one waits for an import that is over and tidies up, and how often one looks. */
const PATIENCE = { whole: 10_000, step: 50 }

async function waitForLock({ pool, db }: Context) {
  const end = performance.now() + PATIENCE.whole
  for (;;) {
    const lock = await pool.tryLock(IMPORT_LOCK)
    if (lock || performance.now() > end || (await isImportRunning(db))) return lock
    await sleep(PATIENCE.step)
  }
}

/** Holds the catalogue while something is done. */
export async function holdCatalogue<T>(context: Context, act: (lock: HeldLock) => Promise<T>, keeps?: Keeps): Promise<T> {
  const lock = await takeCatalogue(context, keeps)
  try {
    return await act(lock)
  } finally {
    await lock.release()
  }
}

/** Clears what a process that was stopped left behind, or a cancelled import. Without the lock somebody else is at it, or will be. */
export async function clearUnfinishedImports(context: Context, signal?: AbortSignal) {
  const unfinished = await listUnfinishedImports(context.db)
  if (unfinished.every(({ state }) => state === 'checked')) return
  const lock = await context.pool.tryLock(IMPORT_LOCK)
  if (!lock) return
  try {
    await clearRemains(context, { keeps: keepsAll, signal })
  } finally {
    await lock.release()
  }
}

/** So often, in milliseconds, a server looks whether another one died in the middle of an import. */
const LOOK_EVERY = 20 * SECOND

/** Takes up what other servers of the database leave behind. Answers how to stop that. */
export function watchUnfinishedImports(context: Context, every = LOOK_EVERY) {
  const timer = setInterval(() => void tryToClear(context), every).unref()
  return () => clearInterval(timer)
}

/** As far as it can be done now: the next look, or whoever changes the catalogue next, clears the rest. */
export const tryToClear = (context: Context) =>
  clearUnfinishedImports(context).catch((error: unknown) => context.log.error({ err: error }, 'the remains of imports stay'))

const STOPPED = 'The server was stopped while it read the file. Nothing was changed; send the file again.'

/** Sets aside what was checked. By whoever took the catalogue without doing so. */
export const setCheckedAside = (context: Context) => clearRemains(context)

type Clearing = { keeps?: Keeps | undefined; why?: string | undefined; own?: number; signal?: AbortSignal | undefined }

/** `own` is the import of whoever clears. By whoever holds the catalogue. */
export async function clearRemains(context: Context, { keeps = keepsNone, why = SET_ASIDE, own, signal }: Clearing = {}) {
  for (const { id, state } of await listUnfinishedImports(context.db)) {
    if (id === own || (state === 'checked' && keeps(id))) continue
    context.log.warn({ importId: id, state }, 'clearing the remains of an import')
    if (state === 'published') await cleanImport(context.db, id, { signal })
    else if (state === 'checked')
      await abandonImport(context.db, { importId: id, state: 'cancelled', at: readClock(context), failure: why, signal })
    else await abandonImport(context.db, { importId: id, state: 'abandoned', at: readClock(context), failure: STOPPED, signal })
  }
}
