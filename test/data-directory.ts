/** Folders for servers' data: empty, or with what a server has left in one before. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { onExit, REMOVAL } from './on-exit.ts'
import { createDatabase } from './postgres.ts'

export type Prepared = 'tables' | 'city'
/** Where the folders lie that others are copies of. */
const FOLDERS = 'KADE_TEST_DATA'
/** The PostgreSQL that has a database for each of them, if one runs. */
const POSTGRES = 'KADE_TEST_POSTGRES'
/** The databases of folders here, each made when its first server starts. */
const databases = new Map<string, () => Promise<string>>()

/**
 * A folder for a server's data, and what removes it; at the latest it goes with this process. `holds`: what lies in it where such was prepared; the tables
 * alone, or the demo city as well. Otherwise it is empty, and for the embedded database.
 */
export function makeDataDirectory({ holds }: { holds?: Prepared } = {}) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-data-'))
  const remove = () => rmSync(directory, REMOVAL)
  onExit(remove)
  if (holds) copyPrepared(directory, holds)
  return { directory, remove }
}

function copyPrepared(directory: string, holds: Prepared) {
  const folders = process.env[FOLDERS]
  if (!folders) return
  copyData(path.join(folders, holds), directory)
  const postgres = process.env[POSTGRES]
  if (!postgres) return
  let made: Promise<string> | undefined
  databases.set(directory, () => (made ??= createDatabase(postgres, path.basename(directory), holds)))
}

export const copyData = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: (file) => !path.basename(file).startsWith('.lock') })

/** The address of the database that belongs to a folder; none if its data are in it. */
export const databaseOf = async (directory: string) => databases.get(directory)?.()

/** From now on, in this process and its children, folders can be had that are copies of those in `directory`. `postgres`: the server that has their databases. */
export function offerCopies(directory: string, postgres: string | undefined) {
  process.env[FOLDERS] = directory
  if (postgres) process.env[POSTGRES] = postgres
}
