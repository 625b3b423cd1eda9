import { defineConfig } from 'vitest/config'

import { WORKERS } from './test/workers.ts'

const isOnPostgres = process.env['TEST_DATABASE'] === 'postgres'
/** What knows of no database is tried once, beside PGlite. */
const WITHOUT_DATABASE = isOnPostgres ? ['contract/**', 'web/**', 'api/imports/{any-file,read-csv}.test.ts'] : []

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,db,api,recommender,web,test,bench,tools}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/faults/**', ...WITHOUT_DATABASE],
    globalSetup: 'test/prepare-database.ts',
    setupFiles: 'test/console.ts',
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
