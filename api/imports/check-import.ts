/** Imports behind the answer: files checked, with their rows written where nobody sees them, then published exactly so, or thrown away; undos. */
import { AppError } from '#contract/errors.ts'
import type { HeldLock } from '#db/pool.ts'

import type { Context } from '../context.ts'
import { cancelImport, findImport, keepChecked } from './data.ts'
import { clearUnfinishedImports, holdCatalogue, keepsAll, setCheckedAside, takeCatalogue } from './hold-catalogue.ts'
import { requireUndoable } from './require-undoable.ts'
import { beginImport, orGiveUp, showImport, writeImport, type ImportRequest } from './run-import.ts'
import { beginUndo, writeUndo } from './undo-import.ts'

export type Checks = ReturnType<typeof createChecks>

type Work = { work: (importId: number, lock: HeldLock) => Promise<void>; done?: () => Promise<void> }

/** Checks and undos go on behind the answer; `stop` ends those of this server. */
export function createChecks(context: Context) {
  /** The latest that went on behind its answer. */
  let working = { importId: 0, ended: Promise.resolve() }
  let clearing = Promise.resolve()
  const stopping = new AbortController()

  /** Clears what an import left, once nobody writes for it any more. */
  function clearUp(importId: number) {
    const quiet = working.importId === importId ? working.ended : Promise.resolve()
    clearing = quiet
      .then(() => clearUnfinishedImports(context))
      .catch((error: unknown) => context.log.warn({ err: error, importId }, 'the remains of an import stay hidden until the next one'))
  }

  /** Somebody may cancel it in the very moment in which it is to be shown: then nothing of it may stay. */
  async function orClearUp(importId: number, show: () => Promise<void>) {
    try {
      await show()
    } catch (error) {
      clearUp(importId)
      throw error
    }
  }

  async function goOn(lock: HeldLock, importId: number, { work, done }: Work) {
    try {
      await work(importId, lock)
    } catch (error) {
      const isOurs = !(error instanceof AppError) && !stopping.signal.aborted
      if (isOurs) context.log.error({ err: error, importId }, 'an import behind the answer failed')
    } finally {
      await lock.release()
      await done?.()
    }
  }

  /** Holds the catalogue, begins an import and goes on behind the answer, which is its number. */
  async function start(begin: () => Promise<number>, work: Work, keeps?: typeof keepsAll): Promise<number> {
    // Whoever has just thrown one file away and sends the next waits for no message about it.
    await clearing
    const lock = await takeCatalogue(context, keeps)
    let importId: number
    try {
      importId = await begin()
    } catch (error) {
      await lock.release()
      throw error
    }
    const ended = goOn(lock, importId, work).catch((error: unknown) =>
      context.log.error({ err: error, importId }, 'an import behind the answer could not end in order'),
    )
    working = { importId, ended }
    return importId
  }

  return {
    /** Begins to check a file. `done` is called when the file is needed no more. */
    check(request: ImportRequest, done: () => Promise<void>): Promise<number> {
      const finish = (importId: number) => (report: object) => keepChecked(context.db, importId, report)
      const work = async (importId: number) => {
        await writeImport(context, request, importId, { finish: finish(importId), signal: stopping.signal })
      }
      return start(() => beginImport(context, request), { work, done })
    },

    /** Begins to take back an import. Throws `import_not_undoable` or `undo_blocked`; then a file that waits goes on waiting. */
    undo(undone: number): Promise<number> {
      const begin = async () => {
        await requireUndoable(context, undone)
        await setCheckedAside(context)
        return beginUndo(context, undone)
      }
      const work = async (importId: number, lock: HeldLock) => {
        const { signal } = stopping
        const report = await orGiveUp(context, importId, signal, () => writeUndo(context, importId, undone, signal))
        await orClearUp(importId, () => showImport(context, lock, importId, report))
      }
      return start(begin, { work }, keepsAll)
    },

    /** Shows exactly what was checked. Throws `import_not_checked` where it does not wait for that. */
    async publish(importId: number) {
      await requireReport(context, importId)
      const show = async (lock: HeldLock) => showImport(context, lock, importId, await requireReport(context, importId))
      await orClearUp(importId, () => holdCatalogue(context, show, (id) => id === importId))
    },

    /** Ends an import that runs, or was checked. Throws `import_not_checked` where it has come to its end. */
    async cancel(importId: number) {
      if (!(await cancelImport(context.db, importId))) throw new AppError('import_not_checked')
      clearUp(importId)
    },

    async stop() {
      stopping.abort()
      await Promise.all([working.ended, clearing])
    },
  }
}

async function requireReport({ db }: Context, importId: number) {
  const found = await findImport(db, importId)
  if (found?.state !== 'checked' || !found.report) throw new AppError('import_not_checked')
  return found.report
}
