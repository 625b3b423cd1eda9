import { defineConfig } from 'vitest/config'

/** What knows of no database is tried once, beside PGlite. */
const WITHOUT_DATABASE = process.env['TEST_DATABASE'] === 'postgres' ? ['contract/**', 'web/**'] : []

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,db,api,recommender,web,test,bench,tools}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/faults/**', ...WITHOUT_DATABASE],
    globalSetup: 'test/prepare-database.ts',
    setupFiles: 'test/console.ts',
    // A process for each file: a database that a test kills or a listener that it leaves behind is its own alone.
    pool: 'forks',
    maxWorkers: 2,
    // As with the journeys: a machine that does other work may miss a moment. What needed its second try says so in its line (retry x1).
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
