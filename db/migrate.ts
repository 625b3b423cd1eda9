import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

import type { Connection, Pool } from './pool.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const LOCK = 'kade:migrate'

type Migration = { name: string; sql: string; hash: string }

const readMigrations = (folder: URL): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    })

/**
 * Brings the database up to date: plain SQL files in the order of their names, each in a transaction, forward only. Answers the names
 * of those that ran. Several servers may start at once: one migrates, the others wait. Throws where an applied file was changed, or
 * where the database knows a migration that this program does not.
 */
export async function migrate(pool: Pool, folder = FOLDER): Promise<string[]> {
  const connection = await pool.connect()
  try {
    await connection.query('select pg_advisory_lock(hashtext($1))', [LOCK])
    try {
      return await applyMissing(connection, readMigrations(folder))
    } finally {
      await connection.query('select pg_advisory_unlock(hashtext($1))', [LOCK])
    }
  } finally {
    connection.release()
  }
}

async function applyMissing(connection: Connection, migrations: Migration[]) {
  await connection.query(
    'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await connection.query('select name, hash from migration')
  const applied = new Map(rows.map((row) => [row['name'] as string, row['hash'] as string]))
  for (const name of applied.keys()) {
    if (!migrations.some((migration) => migration.name === name))
      throw new Error(`the database is newer than this program: it has the migration ${name}`)
  }
  const done: string[] = []
  for (const { name, sql, hash } of migrations) {
    const known = applied.get(name)
    if (known === hash) continue
    if (known) throw new Error(`the migration ${name} was changed after it had been applied: add a new one instead`)
    await applyOne(connection, { name, sql, hash })
    done.push(name)
  }
  return done
}

async function applyOne(connection: Connection, { name, sql, hash }: Migration) {
  await connection.query('begin')
  try {
    await connection.query(sql)
    await connection.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw new Error(`the migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
