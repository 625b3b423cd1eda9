import path from 'node:path'

import { AppError } from '#contract/errors.ts'
import { IMPORT_TIMEOUT } from '#contract/constants.ts'
import type { ImportReport } from '#contract/import.ts'
import { MINUTE } from '#contract/time.ts'

import { recordAct } from '../admin/record-audit.ts'
import type { AdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { IMPORT_LOCK, withdrawDemo } from './data.ts'
import { receiveFile } from './receive-file.ts'
import { runImport } from './run-import.ts'
import { clearUploads } from './spool-upload.ts'

export function registerImports(bind: Bind, context: Context, requireAdmin: AdminGuard) {
  const directory = path.join(context.config.DATA_DIR, 'tmp')
  // The embedded database is this process's alone, and so is its folder. Servers of one PostgreSQL may share theirs.
  clearUploads(directory, context.pool.engine === 'embedded' ? 0 : 10 * MINUTE)

  bind('POST /superadmin/dashboard/import/csv', {
    guards: [requireAdmin('import')],
    // The client gives up after IMPORT_TIMEOUT; an import of a million rows goes on behind it.
    timeout: 60 * IMPORT_TIMEOUT,
    handle: async ({ query }, request) => {
      const upload = await receiveFile(request!, { dir: directory, maxMegabytes: context.config.IMPORT_MAX_MB })
      try {
        const report = await recordAct(
          context,
          'import',
          request,
          () => runImport(context, { kind: 'upload', file: upload, fileName: upload.fileName, isStrict: query.strict === '1' }),
          ({ problems: _, warnings: __, ...counts }) => counts,
        )
        return { data: report, message: describeReport(report) }
      } finally {
        await upload.remove()
      }
    },
  })

  bind('DELETE /superadmin/dashboard/demo', {
    guards: [requireAdmin('remove-demo')],
    handle: async (_, request) => {
      const data = await recordAct(context, 'remove-demo', request, removeDemo, (counts) => counts)
      for (const tell of context.onCatalogueChange) tell()
      return { data, message: `The demo city is gone: ${data.offers} offers and ${data.shops} shops.` }
    },
  })

  /** Never beside an import: a shop of the demo to which a row gives an offer just now has to stay. */
  async function removeDemo() {
    const lock = await context.pool.tryLock(IMPORT_LOCK)
    if (!lock) throw new AppError('import_running')
    try {
      return await withdrawDemo(context.db, new Date(context.clock.now()))
    } finally {
      await lock.release()
    }
  }
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** The message that the written one-step call answers with. */
function describeReport({ rows, created, changed, unchanged, refused }: ImportReport) {
  const refusal = refused === 0 ? '' : ` ${count(refused, 'row was', 'rows were')} refused.`
  return `Imported ${count(rows - refused, 'offer', 'offers')}: ${created} new, ${changed} changed, ${unchanged} unchanged.${refusal}`
}
