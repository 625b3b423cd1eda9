/** Runs once before all tests: a migrated database that each test file clones (see database.ts). */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { TestProject } from 'vitest/node'

import { createApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { openPool, type Pool } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'

import { onExit, REMOVAL } from './on-exit.ts'
import { createDatabase, startPostgres } from './postgres.ts'

/** Where the template is: a data directory, or the address of a server that has a database named {@link TEMPLATE}. */
export type TestTemplate = { engine: 'embedded'; directory: string } | { engine: 'server'; url: string }
export const TEMPLATE = 'kade_template'

declare module 'vitest' {
  interface ProvidedContext {
    template: TestTemplate
  }
}

export async function setup(project: TestProject) {
  const isServer = process.env['TEST_DATABASE'] === 'postgres'
  const { template, stop } = isServer ? await prepareServer() : await prepareEmbedded()
  project.provide('template', template)
  return stop
}

async function prepareEmbedded() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-tests-'))
  const remove = () => rmSync(directory, REMOVAL)
  const forget = onExit(remove)
  const pool = await openPool(path.join(directory, 'template'))
  await makeTables(pool)
  await pool.end()
  const template: TestTemplate = { engine: 'embedded', directory }
  const stop = async () => {
    remove()
    forget()
  }
  return { template, stop }
}

async function prepareServer() {
  const { url, stop } = await startPostgres()
  const pool = await openPool(await createDatabase(url, TEMPLATE))
  await makeTables(pool)
  await pool.end()
  const template: TestTemplate = { engine: 'server', url }
  return { template, stop }
}

/** What a server does at its start. */
async function makeTables(pool: Pool) {
  await migrate(pool)
  const { jobs } = await createApp({ config: readConfig({}), pool, logger: false })
  await jobs.prepare()
  await jobs.stop()
}
