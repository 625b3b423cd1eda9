/** Imports that go on behind the answer, while their caller follows them. */
import { AppError } from '#contract/errors.ts'
import type { HeldLock } from '#db/pool.ts'

import type { Context } from '../context.ts'
import { clearUnfinishedImports, lockCatalogue, takeCatalogue, type Keeps } from './hold-catalogue.ts'

export type Work = {
  /** Answers the number of the import. */
  begin: (lock: HeldLock) => Promise<number>
  work: (importId: number, lock: HeldLock) => Promise<void>
  /** Called when it has ended, in whatever way. */
  done?: () => Promise<void>
  /** Checked imports that are not set aside. */
  keeps?: Keeps
  /** What others left is cleared by `work`, behind the answer: it may be a million rows. Only where `begin` does not depend on it. */
  clearsBehind?: boolean
}

/** `signal` ends what goes on. */
export function createBehind(context: Context, signal: AbortSignal) {
  /** The latest that went on behind its answer. */
  let working = { importId: 0, ended: Promise.resolve() }
  let clearing = Promise.resolve()

  async function goOn(lock: HeldLock, importId: number, { work, done }: Work) {
    try {
      await work(importId, lock)
    } catch (error) {
      if (!(error instanceof AppError)) context.log.error({ err: error, importId }, 'an import behind the answer failed')
    } finally {
      await lock.release()
      await done?.()
    }
  }

  return {
    /** Holds the catalogue, begins an import and goes on with it behind the answer, which is its number. */
    async start(work: Work): Promise<number> {
      // Whoever has just thrown one file away and sends the next waits for no message about it.
      await clearing
      const lock = await (work.clearsBehind ? lockCatalogue(context) : takeCatalogue(context, work.keeps))
      let importId: number
      try {
        importId = await work.begin(lock)
      } catch (error) {
        await lock.release()
        throw error
      }
      const ended = goOn(lock, importId, work).catch((error: unknown) =>
        context.log.error({ err: error, importId }, 'an import behind the answer could not end in order'),
      )
      working = { importId, ended }
      return importId
    },

    /** Clears what an import left, once nobody writes for it any more. */
    clearUp(importId: number) {
      const quiet = working.importId === importId ? working.ended : Promise.resolve()
      clearing = quiet
        .then(() => clearUnfinishedImports(context, signal))
        .catch((error: unknown) => context.log.warn({ err: error, importId }, 'the remains of an import stay hidden until the next one'))
    },

    async end() {
      await Promise.all([working.ended, clearing])
    },
  }
}
