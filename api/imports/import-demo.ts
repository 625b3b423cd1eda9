import { createReadStream, mkdirSync } from 'node:fs'
import path from 'node:path'

import { AppError } from '#contract/errors.ts'
import { UNDOABLE_KINDS } from '#contract/import.ts'

import type { Context } from '../context.ts'
import { hasImport } from './data.ts'
import { isDemoPresent } from './data-demo.ts'
import { runImport } from './run-import.ts'
import { spoolUpload } from './spool-upload.ts'

const DEMO_FILE = new URL('../../demo/colombo.csv', import.meta.url)

/**
 * Imports the demo city, by the same way as any file, so that its dates are those of today. Only while nobody has imported anything
 * real; by default only on the embedded database.
 */
export async function importDemo(context: Context) {
  const { DEMO, DATABASE_URL, DATA_DIR } = context.config
  if (!(DEMO ?? DATABASE_URL === undefined)) return
  // Nor while somebody has a file that waits for a decision: it would be set aside.
  if (await hasImport(context.db, UNDOABLE_KINDS, ['published', 'checked'])) return
  // It was removed.
  if ((await hasImport(context.db, ['demo'])) && !(await isDemoPresent(context.db))) return
  const directory = path.join(DATA_DIR, 'tmp')
  mkdirSync(directory, { recursive: true })
  const file = await spoolUpload(createReadStream(DEMO_FILE), { dir: directory, maxBytes: 10_000_000 })
  try {
    const report = await runImport(context, { kind: 'demo', file, fileName: 'colombo.csv', allowTokens: true, isStrict: true })
    context.log.info({ offers: report.created + report.changed + report.unchanged }, 'the demo city is there')
  } catch (error) {
    // Another server of the same database is at it.
    if (!(error instanceof AppError && error.code === 'import_running')) throw error
  } finally {
    await file.remove()
  }
}
