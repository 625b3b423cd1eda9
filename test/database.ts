/** A migrated database for one test: PGlite, or PostgreSQL with TEST_DATABASE=postgres. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { openDatabase, openPool, type Pool } from '#db/connection.ts'

let template: Promise<string> | undefined
async function makeTemplate() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-template-'))
  const pool = await openDatabase(directory)
  await pool.end()
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export async function openTestDatabase(): Promise<Pool> {
  template ??= makeTemplate()
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-db-'))
  cpSync(await template, directory, { recursive: true })
  const pool = await openPool(directory)
  const end = pool.end.bind(pool)
  pool.end = async () => { await end(); rmSync(directory, { recursive: true, force: true }) }
  return pool
}
