/** An import in two steps: checked, with its rows written where nobody sees them, then published exactly so, or thrown away. */
import { AppError } from '#contract/errors.ts'
import type { ImportReport } from '#contract/import.ts'
import type { HeldLock } from '#db/pool.ts'

import type { Context } from '../context.ts'
import { cancelImport, findImport, keepChecked } from './data.ts'
import { insertFileOffers } from './data-refused.ts'
import type { FileOffers } from './file-offers.ts'
import { clearUnfinishedImports, holdCatalogue, takeCatalogue } from './hold-catalogue.ts'
import { beginImport, showImport, writeImport, type ImportRequest } from './run-import.ts'

export type Checks = ReturnType<typeof createChecks>

/** Checks go on behind the answer; `stop` ends those of this server. */
export function createChecks(context: Context) {
  let checking = Promise.resolve()
  let clearing = Promise.resolve()
  const stopping = new AbortController()

  async function check(lock: HeldLock, request: ImportRequest, importId: number, done: () => Promise<void>) {
    try {
      const finish = async (report: ImportReport, offers: FileOffers) => {
        if (report.refused > 0) await insertFileOffers(context.db, importId, offers)
        await keepChecked(context.db, importId, report)
      }
      await writeImport(context, request, importId, { finish, signal: stopping.signal })
    } catch (error) {
      const isOurs = !(error instanceof AppError) && !stopping.signal.aborted
      if (isOurs) context.log.error({ err: error, importId }, 'checking a file failed')
    } finally {
      await lock.release()
      await done()
    }
  }

  return {
    /** Begins to check a file, and answers the number of the import. `done` is called when the file is needed no more. */
    async start(request: ImportRequest, done: () => Promise<void>): Promise<number> {
      // Whoever has just thrown one file away and sends the next waits for no message about it.
      await clearing
      const lock = await takeCatalogue(context)
      let importId: number
      try {
        importId = await beginImport(context, request)
      } catch (error) {
        await lock.release()
        throw error
      }
      checking = check(lock, request, importId, done).catch((error: unknown) =>
        context.log.error({ err: error, importId }, 'a check could not end in order'),
      )
      return importId
    },

    /** Shows exactly what was checked. Throws `import_not_checked` where it does not wait for that. */
    async publish(importId: number) {
      await requireReport(context, importId)
      const show = async (lock: HeldLock) => showImport(context, lock, importId, await requireReport(context, importId))
      await holdCatalogue(context, show, (id) => id === importId)
    },

    /** Ends an import that runs, or was checked. Throws `import_not_checked` where it has come to its end. */
    async cancel(importId: number) {
      if (!(await cancelImport(context.db, importId))) throw new AppError('import_not_checked')
      clearing = clearUnfinishedImports(context).catch((error: unknown) =>
        context.log.warn({ err: error, importId }, 'the remains of a cancelled import stay hidden until the next one'),
      )
    },

    async stop() {
      stopping.abort()
      await Promise.all([checking, clearing])
    },
  }
}

async function requireReport({ db }: Context, importId: number) {
  const found = await findImport(db, importId)
  if (found?.state !== 'checked' || !found.report) throw new AppError('import_not_checked')
  return found.report
}
