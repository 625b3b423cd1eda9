/** What goes on behind the answer: files are checked, their rows written where nobody sees them, then published exactly so or thrown away; undos. */
import { AppError } from '#contract/errors.ts'
import type { ImportReport } from '#contract/import.ts'
import type { HeldLock } from '#db/pool.ts'

import type { Context } from '../context.ts'
import { cancelImport, findImport, keepChecked } from './data.ts'
import { insertFileOffers } from './data-refused.ts'
import type { FileOffers } from './keep-file-offers.ts'
import { clearRemains, keepsAll, setCheckedAside } from './hold-catalogue.ts'
import { requireUndoable } from './require-undoable.ts'
import { beginImport, orGiveUp, revealImport, showImport, tidyUp, writeImport, type ImportRequest } from './run-import.ts'
import { beginUndo, writeUndo } from './undo-import.ts'
import { createBehind } from './run-behind.ts'

const NEWER_FILE = 'Set aside: another file was sent after it. Check this one again if it is still wanted.'

export type Desk = ReturnType<typeof createDesk>

/** `stop` ends those of this server. */
export function createDesk(context: Context) {
  const stopping = new AbortController()
  const { signal } = stopping
  const behind = createBehind(context, signal)

  /** Somebody may cancel an import in the very moment in which it is to be shown: then nothing of it may stay. */
  async function orClearUp(importId: number, show: () => Promise<void>) {
    try {
      await show()
    } catch (error) {
      behind.clearUp(importId)
      throw error
    }
  }

  return {
    /** Begins to check a file, and answers the number of the import. `done` is called when the file is needed no more. */
    check: (request: ImportRequest, done: () => Promise<void>): Promise<number> =>
      behind.start({
        begin: () => beginImport(context, request),
        clearsBehind: true,
        work: async (importId) => {
          await orGiveUp(context, importId, signal, () => clearRemains(context, { why: NEWER_FILE, own: importId, signal }))
          await writeImport(context, request, importId, { finish: keepOutcome(context, importId), signal })
        },
        done,
      }),

    /**
     * Begins to take back an import, and answers the number of the undo. Throws `import_not_undoable` or `undo_blocked`; then a file that
     * waits for a decision goes on waiting.
     */
    undo: (undone: number): Promise<number> =>
      behind.start({
        keeps: keepsAll,
        begin: async () => {
          await requireUndoable(context, undone)
          await setCheckedAside(context)
          return beginUndo(context, undone)
        },
        work: async (importId, lock) => {
          const report = await orGiveUp(context, importId, signal, () => writeUndo(context, importId, undone, signal))
          await orClearUp(importId, () => showImport(context, lock, importId, report, { signal }))
        },
      }),

    /** Shows exactly what was checked. Throws `import_not_checked` where it does not wait for that. */
    async publish(importId: number) {
      await requireReport(context, importId)
      let report: ImportReport
      const begin = async (lock: HeldLock) => {
        report = await requireReport(context, importId)
        await revealImport(context, lock, importId, report)
        return importId
      }
      // Whoever waits for the answer does not wait for the tidying up.
      const work = () => tidyUp(context, importId, report, { signal })
      await orClearUp(importId, async () => void (await behind.start({ begin, work, keeps: (id) => id === importId })))
    },

    /** Ends an import that runs, or was checked. Throws `import_not_checked` where it has come to its end. */
    async cancel(importId: number) {
      if (!(await cancelImport(context.db, importId))) throw new AppError('import_not_checked')
      behind.clearUp(importId)
    },

    async stop() {
      stopping.abort(new AppError('unavailable'))
      await behind.end()
    },
  }
}

/** What a checked file came to, and for mending its rows which offers it has named. */
const keepOutcome =
  ({ db }: Context, importId: number) =>
  async (report: ImportReport, offers: FileOffers) => {
    if (report.refused > 0) await insertFileOffers(db, importId, offers)
    await keepChecked(db, importId, report)
  }

async function requireReport({ db }: Context, importId: number) {
  const found = await findImport(db, importId)
  if (found?.state !== 'checked' || !found.report) throw new AppError('import_not_checked')
  return found.report
}
