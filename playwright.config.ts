import { defineConfig } from '@playwright/test'

import { findBrowser } from './test/browser.ts'
import { findPostgres } from './test/postgres.ts'
import { WORKERS } from './test/workers.ts'

const { executablePath, args, env } = await findBrowser()

/**
 * A page of a journey lives for seconds, in which V8's optimizing compilers cost more than they give back; and what draws needs no process of its own.
 * What is measured in a browser (bench/browser) has them.
 */
const FRUGAL = ['--js-flags=--no-opt,--no-maglev', '--in-process-gpu']

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/prepare-journeys.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/look/{arg}{ext}',
  reporter: 'list',
  // Each waits for its server, its browser or a clock for a sixth of the time; where the server has an engine of its own, that takes the time.
  workers: findPostgres() ? WORKERS.waiting : WORKERS.busy,
  // A machine that does other work as well may miss a moment. What passes at the second try is told as flaky, and is to be mended.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Colombo',
    viewport: { width: 1280, height: 640 },
    launchOptions: { executablePath, args: [...args, ...FRUGAL], ...(env && { env }) },
    // It costs a third of the time: the second try is recorded.
    trace: 'on-first-retry',
  },
})
