import { mkdirSync } from 'node:fs'
import path from 'node:path'

import type { FastifyRequest } from 'fastify'

import { AppError } from '#contract/errors.ts'
import { IMPORT_TIMEOUT } from '#contract/constants.ts'
import type { ImportReport } from '#contract/import.ts'

import { recordAct } from '../admin/record-audit.ts'
import { createAdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { withdrawDemo } from './data.ts'
import { runImport } from './run-import.ts'
import { spoolUpload } from './spool-upload.ts'

const MEGABYTE = 1024 * 1024

export function registerImports(bind: Bind, context: Context) {
  const requireAdmin = createAdminGuard(context)
  const directory = path.join(context.config.DATA_DIR, 'tmp')
  mkdirSync(directory, { recursive: true })

  bind('POST /superadmin/dashboard/import/csv', {
    guards: [requireAdmin('import')],
    // The client gives up after IMPORT_TIMEOUT; an import of a million rows goes on behind it.
    timeout: 60 * IMPORT_TIMEOUT,
    handle: async ({ query }, request) => {
      const upload = await receiveFile(request!)
      try {
        const report = await recordAct(context, 'import', request, () =>
          runImport(context, { kind: 'upload', file: upload, fileName: upload.fileName, isStrict: query.strict === '1' }),
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
      const data = await recordAct(context, 'remove-demo', request, () => withdrawDemo(context.db, new Date(context.clock.now())))
      for (const tell of context.onCatalogueChange) tell()
      return { data, message: `The demo city is gone: ${data.offers} offers and ${data.shops} shops.` }
    },
  })

  /** Takes the whole file before anything is changed: a body that breaks off changes nothing. */
  async function receiveFile(request: FastifyRequest) {
    const maxBytes = context.config.IMPORT_MAX_MB * MEGABYTE
    if (!request.isMultipart())
      throw new AppError('unsupported_media_type', { message: 'Send the file as multipart/form-data, in the field csv.' })
    if (Number(request.headers['content-length']) > maxBytes + MEGABYTE) {
      throw new AppError('body_too_large', {
        message: `The file is larger than ${context.config.IMPORT_MAX_MB} MB. Split it and import the parts one after another.`,
      })
    }
    for await (const part of request.parts({ limits: { files: 1, fields: 10, fileSize: Infinity } })) {
      if (part.type !== 'file') continue
      if (part.fieldname !== 'csv')
        throw new AppError('import_refused', { message: `The file came in the field "${part.fieldname}". Send it in the field csv.` })
      return Object.assign(await spoolUpload(part.file, { dir: directory, maxBytes }), { fileName: part.filename?.slice(0, 200) ?? null })
    }
    throw new AppError('import_refused', { message: 'Please select a CSV file.' })
  }
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** The message that the written one-step call answers with. */
function describeReport({ rows, created, changed, unchanged, refused }: ImportReport) {
  const refusal = refused === 0 ? '' : ` ${count(refused, 'row was', 'rows were')} refused.`
  return `Imported ${count(rows - refused, 'offer', 'offers')}: ${created} new, ${changed} changed, ${unchanged} unchanged.${refusal}`
}
