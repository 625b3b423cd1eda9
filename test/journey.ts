/** What journeys are written with: Playwright's test, watching the browser's console. */
import { test as base, type BrowserContext, type Page } from '@playwright/test'

import { makeDataDirectory } from './data-directory.ts'
import { startServer, type Server } from './server.ts'

export { expect } from '@playwright/test'

type Console = {
  /** Announces a console error or warning that belongs to the journey, such as the 404 of a page that is not there. */
  expectConsole: (pattern: RegExp) => void
  /** Watches a context that the journey opened itself. The journey's own is watched anyway. */
  watchContext: (context: BrowserContext) => void
}
type Fixtures = { consoleWatch: Console; adminKey: string }
type WorkerFixtures = { server: Server }

/** An error or a warning in the browser's console, or an uncaught exception, fails the journey, unless it announced it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  /** Files of journeys run side by side, each on the server of its worker: what one imports is not seen by the other. */
  server: [
    async ({}, use) => {
      const { directory, remove } = makeDataDirectory({ holds: 'city' })
      const server = await startServer({ directory })
      await use(server)
      await server.stop()
      remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  adminKey: async ({ server }, use) => use(server.adminKey),
  consoleWatch: [
    async ({ context }, use) => {
      const expected: RegExp[] = []
      const written: string[] = []
      const watchContext = (watched: BrowserContext) => {
        watched.on('console', (message) => {
          if (['error', 'warning'].includes(message.type()) && !isOutside(message.location().url))
            written.push(`${message.type()}: ${message.text()} (${message.location().url})`)
        })
        watched.on('weberror', (event) => written.push(`uncaught: ${event.error().stack ?? event.error().message}`))
      }
      watchContext(context)
      await use({ expectConsole: (pattern) => void expected.push(pattern), watchContext })
      const unexpected = written.filter((line) => !expected.some((pattern) => pattern.test(line)))
      if (unexpected.length > 0) throw new Error(`The journey wrote to the browser's console:\n${unexpected.join('\n')}`)
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    context.on('page', waitForLife)
    await use(context)
  },
})

/** A picture of another host, which tests do not have (test/browser.ts): a cover takes its place. Answering for it would keep a browser from caching. */
const isOutside = (url: string) => url !== '' && !['127.0.0.1', 'localhost'].includes(new URL(url).hostname)

/** Fingers are slower than a test: it goes on once a page is alive, unless it says how long it waits. */
function waitForLife(page: Page) {
  const [open, openAgain] = [page.goto.bind(page), page.reload.bind(page)]
  const wait = (options: { waitUntil?: unknown } | undefined) =>
    options?.waitUntil
      ? undefined
      : page
          .locator('html[data-alive], html:not([data-scripted])')
          .waitFor({ state: 'attached', timeout: 5_000 })
          .catch(() => undefined)
  page.goto = async (url, options) => {
    const response = await open(url, options)
    await wait(options)
    return response
  }
  page.reload = async (options) => {
    const response = await openAgain(options)
    await wait(options)
    return response
  }
}
