/** A database of the test's own, migrated and empty: PGlite, or PostgreSQL with TEST_DATABASE=postgres. The same tests run on both. */
import { randomUUID } from 'node:crypto'
import { constants, cpSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { inject } from 'vitest'

import { openPool, type Pool } from '#db/connection.ts'

import { createDatabase } from './postgres.ts'
import { TEMPLATE } from './prepare-database.ts'
import { reusePool } from './reusable-pool.ts'

export type TestDatabase = {
  /** What `openPool` and DATABASE_URL or DATA_DIR take. It can be opened again after its pool was ended. */
  url: string
  drop: () => Promise<void>
}

/** Clones the migrated template, which takes a few hundredths of a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('template')
  const name = `kade_${randomUUID().replaceAll('-', '')}`
  if (template.engine === 'embedded') {
    const directory = path.join(template.directory, name)
    const isContent = (file: string) => !path.basename(file).startsWith('.lock')
    cpSync(path.join(template.directory, 'template'), directory, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isContent })
    // Nobody need wait for a thousand files to go: what is left at the end goes with the whole folder.
    return { url: directory, drop: async () => void rm(directory, { recursive: true, force: true }).catch(() => {}) }
  }
  const run = async (statement: string) => {
    const owner = await openPool(template.url, { connections: 1, patience: 30_000 })
    try {
      await owner.query(statement)
    } finally {
      await owner.end()
    }
  }
  return { url: await createDatabase(template.url, name, TEMPLATE), drop: () => dropDatabase(run, name) }
}

const NOT_ALLOWED = '42501'
/** While the server's own cleaning is at a database, only a superuser may drop it: it is done in a moment. */
async function dropDatabase(run: (statement: string) => Promise<void>, name: string, tries = 50): Promise<void> {
  try {
    await run(`drop database ${name} with (force)`)
  } catch (error) {
    if (tries === 0 || (error as { code?: string }).code !== NOT_ALLOWED) throw error
    await sleep(200)
    await dropDatabase(run, name, tries - 1)
  }
}

/** Opens a clone, or one that another test has left, put back. When the pool is ended it is gone, or left to the next. */
export const openTestDatabase = async (options?: PoolOptions): Promise<Pool> =>
  options ? (await openClone(options)).pool : reusePool(openClone)

type PoolOptions = Parameters<typeof openPool>[1]
async function openClone(options?: PoolOptions) {
  const { url, drop } = await createTestDatabase()
  const pool = await openPool(url, options)
  const end = pool.end.bind(pool)
  pool.end = async () => {
    await end()
    await drop()
  }
  return { pool, url }
}
