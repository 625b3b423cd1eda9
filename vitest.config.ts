import { defineConfig } from 'vitest/config'

import { WORKERS } from './test/workers.ts'

const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres'
/** What knows of no database, or of PGlite's own, is tried once, beside PGlite. */
const NOT_OF_POSTGRES = [
  'contract/**',
  'web/**',
  'db/embedded-*',
  'api/imports/{any-file,read-csv}.test.ts',
  'api/fetched-pictures/{encode,fetch}-picture.test.ts',
  'recommender/{evaluate,training/compare-models,training/train-model}.test.ts',
]
/** What a server alone can do: cut its clients off, and be shared by processes, as with a recommender of its own. */
const NOT_OF_PGLITE = ['db/server-pool.test.ts', 'api/recommendations/{recommender-process,serve-recommender}.test.ts']

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,db,api,recommender,web,test,bench,tools}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/faults/**', ...(isOnPostgres ? NOT_OF_POSTGRES : NOT_OF_PGLITE)],
    globalSetup: 'test/prepare-database.ts',
    setupFiles: ['test/console.ts', 'test/globals.ts'],
    // Processes that each go through file after file: loading the server's modules and opening the embedded database took longer than the
    // tests. So a file begins with what the modules hold from the one before it, and sets back what it needs as new.
    pool: 'forks',
    isolate: false,
    // PGlite keeps a second thread busy, and one more of it makes all slower; beside PostgreSQL a process waits for a sixth of the time.
    maxWorkers: isOnPostgres ? WORKERS.waiting : WORKERS.busy,
    // As with the journeys: a machine that does other work may miss a moment. What needed its second try says so in its line (retry x1).
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
