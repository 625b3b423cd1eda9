import { defineConfig } from 'vitest/config'

/** Kills, races and floods that take minutes: `npm run test:faults`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/faults/**/*.test.ts'],
    globalSetup: ['test/prepare-database.ts', 'test/prepare-build.ts'],
    setupFiles: 'test/console.ts',
    pool: 'forks',
    // What they measure is time and memory: nothing runs beside them.
    maxWorkers: 1,
    retry: 0,
    passWithNoTests: true,
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
})
