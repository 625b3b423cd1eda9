/** Databases of a given size to measure on, and what there is to ask them. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { readConfig } from '#api/config.ts'
import { openPool, type Pool } from '#db/connection.ts'

import { fill } from '#tools/fill.ts'

export type Engine = Pool['engine']
export type Dataset = {
  engine: Engine
  size: number
  /** The variables that lead a process of the product to it. */
  variables: Record<string, string>
  /** The same once more: the embedded database lets in one process at a time, and a reference runs beside the product. */
  twin: Record<string, string>
  sample: Sample
  version: string
  drop: () => Promise<void>
}
/** Things that are there: ids, the places of offers in a list by end date, and rare words (numbers of models). */
export type Sample = { ids: string[]; ends: [end: string, id: string][]; models: string[] }

const SEED = 1
const OFFERS_PER_SHOP = 100
const SAMPLE = 4_000

/** Fills a database, or takes one of today that is there; a fresh one is for those who write to it. */
export async function prepareDataset(
  engine: Engine,
  size: number,
  serverUrl: string | undefined,
  { isFresh = false } = {},
): Promise<Dataset> {
  const request = { offers: size, shops: Math.ceil(size / OFFERS_PER_SHOP), seed: SEED }
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-bench-'))
  const remove = async () => rmSync(directory, { recursive: true, force: true })
  if (engine === 'server') {
    const url = await createDatabase(serverUrl!, isFresh ? 'kade_bench_fresh' : `kade_bench_${size}`, isFresh)
    const variables = { DATABASE_URL: url, DATA_DIR: directory }
    if (!(await isFilledToday(url))) {
      await fill(readConfig(variables), request)
      await settle(url)
    }
    return { engine, size, variables, twin: variables, ...(await look(url)), drop: remove }
  }
  const [data, copy] = [path.join(directory, 'data'), path.join(directory, 'twin')]
  await fill(readConfig({ DATA_DIR: data }), request)
  const known = await look(data)
  cpSync(data, copy, { recursive: true, filter: (file) => !path.basename(file).startsWith('.lock') })
  return { engine, size, variables: { DATA_DIR: data }, twin: { DATA_DIR: copy }, ...known, drop: remove }
}

async function createDatabase(serverUrl: string, name: string, isFresh: boolean) {
  const url = new URL(serverUrl)
  url.pathname = name
  const owner = await openPool(serverUrl, { patience: 60_000, connections: 1 })
  try {
    const { rows } = await owner.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length > 0 && (isFresh || !(await isFilledToday(url.href)))) await owner.query(`drop database ${name} with (force)`)
    const left = await owner.query('select 1 from pg_database where datname = $1', [name])
    if (left.rows.length === 0) await owner.query(`create database ${name}`)
  } finally {
    await owner.end()
  }
  return url.href
}

/** What PostgreSQL would do on its own in the next minutes, and while others are measured. */
async function settle(url: string) {
  const pool = await openPool(url, { patience: 600_000, connections: 1 })
  try {
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

/** The days of a made-up city lie around the day on which it was made. */
async function isFilledToday(url: string) {
  const pool = await openPool(url, { patience: 60_000, connections: 1 })
  try {
    return (
      (await pool.query(`select 1 from import where kind = 'fill' and is_cleaned and started_at > now() - interval '18 hours'`)).rows
        .length > 0
    )
  } catch {
    return false
  } finally {
    await pool.end()
  }
}

async function look(url: string): Promise<{ sample: Sample; version: string }> {
  const pool = await openPool(url, { patience: 60_000, connections: 1 })
  try {
    const { rows: offers } = await pool.query(
      `select offer_id as id, ends_at as "end" from offer_version where ends_at > now() order by md5(offer_id::text) limit $1`,
      [SAMPLE],
    )
    const { rows: models } = await pool.query(
      `select distinct substring(search_text from '[a-z]{2}-[0-9]{4}') as model from offer_version where category = 'Electronics' and ends_at > now() limit $1`,
      [SAMPLE],
    )
    const { rows: versions } = await pool.query(`select current_setting('server_version') as version`)
    const ids = offers.map((row) => String(row['id']))
    const ends = offers.map(({ id, end }): [string, string] => [end instanceof Date ? end.toISOString() : 'infinity', String(id)])
    return { sample: { ids, ends, models: models.map((row) => String(row['model'])) }, version: String(versions[0]?.['version']) }
  } finally {
    await pool.end()
  }
}
