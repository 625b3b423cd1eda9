import { defineConfig } from '@playwright/test'

import { findBrowser } from './test/browser.ts'
import { WORKERS } from './test/workers.ts'

const { executablePath, args, env } = await findBrowser()

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/prepare-journeys.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/look/{arg}{ext}',
  reporter: 'list',
  // Each has a server, an engine and a browser of its own. One more than there are cores gets no more done, and misses moments.
  workers: WORKERS.busy,
  // A machine that does other work as well may miss a moment. What passes at the second try is told as flaky, and is to be mended.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Colombo',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath, args, ...(env && { env }) },
    // It costs a third of the time: the second try is recorded.
    trace: 'on-first-retry',
  },
})
