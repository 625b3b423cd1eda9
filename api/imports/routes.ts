import path from 'node:path'

import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import { IMPORT_TIMEOUT, PAGE_LIMIT } from '#contract/constants.ts'
import { countWords } from '#contract/format-count.ts'
import { MINUTE } from '#contract/time.ts'

import { recordAct } from '../admin/record-audit.ts'
import type { AdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { readCursor, type CursorKey } from '../http/cursor.ts'
import { toPage, toSlice, toTotal } from '../http/paging.ts'
import { createStreams } from '../http/streamed-answer.ts'
import { createDesk, type Desk } from './check-import.ts'
import { countImports, listImports } from './data.ts'
import { countRefusedRows, findReading, listRefusedRows, type Refusal } from './data-refused.ts'
import { describeMending, describeReport } from './describe-report.ts'
import { getImport } from './get-import.ts'
import { mendRows } from './mend-rows.ts'
import { presentImport, summarizeImport } from './present-import.ts'
import { importKindOf, receiveFile } from './receive-file.ts'
import { presentRefusal } from './mend-cells.ts'
import { removeDemo } from './remove-demo.ts'
import { runImport } from './run-import.ts'
import { clearUploads } from './spool-upload.ts'
import { writeRefused } from './write-refused.ts'

export function registerImports(server: FastifyInstance, bind: Bind, context: Context, requireAdmin: AdminGuard) {
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
        const act = async () => {
          const kind = await importKindOf(upload, query.kind)
          return {
            kind,
            report: await runImport(context, { kind, file: upload, fileName: upload.fileName, isStrict: query.strict === '1' }),
          }
        }
        const described = ({ report: { problems: _, warnings: __, ...counts } }: Awaited<ReturnType<typeof act>>) => counts
        const { kind, report } = await recordAct(context, 'import', request, act, described)
        return { data: report, message: describeReport(report, kind) }
      } finally {
        await upload.remove()
      }
    },
  })

  registerChecks(server, bind, context, requireAdmin, directory)
  bind('DELETE /superadmin/dashboard/demo', {
    guards: [requireAdmin('remove-demo')],
    timeout: IMPORT_TIMEOUT,
    handle: async (_, request) => {
      const data = await recordAct(
        context,
        'remove-demo',
        request,
        () => removeDemo(context),
        (counts) => counts,
      )
      return {
        data,
        message: `The demo city is gone: ${countWords(data.offers, 'offer', 'offers')} and ${countWords(data.shops, 'shop', 'shops')}.`,
      }
    },
  })
}

/** Of lists by one whole number, as a column of the type integer holds it. */
const isIntegerKey = ([number, ...rest]: CursorKey) => Number.isInteger(number) && Math.abs(number as number) < 2 ** 31 && rest.length === 0

/** Imports in two steps: a file is checked, looked at, and published or not. */
function registerChecks(server: FastifyInstance, bind: Bind, context: Context, requireAdmin: AdminGuard, directory: string) {
  const desk = createDesk(context)
  server.addHook('onClose', () => desk.stop())
  bind('POST /superadmin/dashboard/imports', {
    guards: [requireAdmin('check-import')],
    timeout: 60 * IMPORT_TIMEOUT,
    handle: async ({ query }, request) => {
      const file = await receiveFile(request!, { dir: directory, maxMegabytes: context.config.IMPORT_MAX_MB })
      const begun = async () => {
        try {
          const kind = await importKindOf(file, query.kind)
          // From here on the check removes it.
          return await desk.check({ kind, file, fileName: file.fileName }, file.remove)
        } catch (error) {
          await file.remove()
          throw error
        }
      }
      const importId = await recordAct(context, 'check-import', request, begun, (id) => ({ import: id }))
      return { data: summarizeImport(await getImport(context, String(importId))) }
    },
  })
  bind('GET /superadmin/dashboard/imports', {
    guards: [requireAdmin('list-imports')],
    handle: async ({ query: { cursor, limit = PAGE_LIMIT } }) => {
      const from = readCursor(cursor, isIntegerKey)
      const rows = await listImports(context.db, { limit, after: from && Number(from.key[0]) })
      const keyOf = ({ id }: { id: number }) => [id]
      return toPage(toSlice(rows, limit, summarizeImport, keyOf), from ?? toTotal(await countImports(context.db)))
    },
  })
  bind('GET /superadmin/dashboard/imports/{id}', {
    guards: [requireAdmin('show-import')],
    handle: async ({ params }) => ({ data: presentImport(await getImport(context, params.id)) }),
  })
  registerDecisions(bind, context, requireAdmin, desk)
  registerUndo(bind, context, requireAdmin, desk)
  registerRefused(bind, context, requireAdmin)
}

/** What may become of a file that was checked. */
function registerDecisions(bind: Bind, context: Context, requireAdmin: AdminGuard, desk: Desk) {
  bind('POST /superadmin/dashboard/imports/{id}/publish', {
    guards: [requireAdmin('publish-import')],
    timeout: 60 * IMPORT_TIMEOUT,
    handle: async ({ params }, request) => {
      const { id } = await getImport(context, params.id)
      await recordAct(
        context,
        'publish-import',
        request,
        () => desk.publish(id),
        () => ({ import: id }),
      )
      const data = presentImport(await getImport(context, params.id))
      return { data, message: describeReport(data.report!, data.kind) }
    },
  })
  bind('POST /superadmin/dashboard/imports/{id}/cancel', {
    guards: [requireAdmin('cancel-import')],
    handle: async ({ params }, request) => {
      const { id } = await getImport(context, params.id)
      await recordAct(
        context,
        'cancel-import',
        request,
        () => desk.cancel(id),
        () => ({ import: id }),
      )
      return { message: 'Cancelled. Nothing was changed.' }
    },
  })
}

function registerUndo(bind: Bind, context: Context, requireAdmin: AdminGuard, desk: Desk) {
  bind('POST /superadmin/dashboard/imports/{id}/undo', {
    guards: [requireAdmin('undo-import')],
    timeout: 60 * IMPORT_TIMEOUT,
    handle: async ({ params }, request) => {
      const { id } = await getImport(context, params.id)
      const begun = () => desk.undo(id)
      const undo = await recordAct(context, 'undo-import', request, begun, (by) => ({ import: id, undo: by }))
      return { data: summarizeImport(await getImport(context, String(undo))) }
    },
  })
}

/** The rows that a file lost, to be looked at, downloaded, mended. */
function registerRefused(bind: Bind, context: Context, requireAdmin: AdminGuard) {
  const stream = createStreams({ atOnce: 2, busy: 'Two files are being downloaded. Try again in a moment.' })
  bind('GET /superadmin/dashboard/imports/{id}/refused', {
    guards: [requireAdmin('show-refused')],
    handle: async ({ params, query: { cursor, limit = PAGE_LIMIT } }) => {
      const { id } = await getImport(context, params.id)
      const from = readCursor(cursor, isIntegerKey)
      const reading = await findReading(context.db, id)
      const rows = await listRefusedRows(context.db, id, { limit: limit + 1, after: from ? Number(from.key[0]) : 0 })
      const present = (refusal: Refusal) => presentRefusal(refusal, reading?.columns ?? [])
      const total = from ?? toTotal(await countRefusedRows(context.db, id))
      return toPage(
        toSlice(rows, limit, present, ({ row }) => [row]),
        total,
      )
    },
  })
  bind('GET /superadmin/dashboard/imports/{id}/refused.csv', {
    guards: [requireAdmin('download-refused')],
    handle: async ({ params }, request) => {
      const { id } = await getImport(context, params.id)
      const reading = await findReading(context.db, id)
      if (!reading) throw new AppError('not_found', { message: 'No refused rows of this import are kept.' })
      const fileName = `refused-rows-${id}.csv`
      const open = async () =>
        stream(() => writeRefused(context.db, id, reading), { 'content-disposition': `attachment; filename="${fileName}"` })
      return recordAct(context, 'download-refused', request, open, () => ({ import: id }))
    },
  })
  bind('POST /superadmin/dashboard/imports/{id}/rows', {
    guards: [requireAdmin('mend-rows')],
    timeout: IMPORT_TIMEOUT,
    handle: async ({ params, body }, request) => {
      const { id } = await getImport(context, params.id)
      const mend = () => mendRows(context, id, body.rows)
      const ended = await recordAct(context, 'mend-rows', request, mend, (counts) => ({ import: id, ...counts }))
      return { data: presentImport(await getImport(context, params.id)), message: describeMending(ended) }
    },
  })
}
