/**
 * Pages as they look, held against pictures of how they shall look (look/). Covers differ from city to city and are left out. Where
 * a change was meant, the pictures are drawn anew: npx playwright test look --update-snapshots.
 */
import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { findOffer } from './city.ts'

/** Saturday 21 November 2026, twenty past two in Colombo: shops are open, shut, and between the two. */
const AT = Date.parse('2026-11-21T08:50:00Z')
const LOOKS = [
  { name: 'desk-light', theme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'phone-dark', theme: 'dark', viewport: { width: 360, height: 780 } },
] as const

const data = makeDataDirectory({ holds: 'tables' })
let server: Server
test.beforeAll(async () => {
  const variables = {
    DEMO: '1',
    CLOCK_SHIFT: String(AT - Date.now()),
    NODE_OPTIONS: `--import=${new URL('../shift-clock.ts', import.meta.url).href}`,
  }
  server = await startServer({ directory: data.directory, variables })
})
test.afterAll(async () => {
  await server.stop()
  data.remove()
})

test('pages look as they were drawn: in light on a desk and in dark on a phone', async ({ page, request, consoleWatch }) => {
  test.setTimeout(120_000)
  // Fonts are drawn in another way elsewhere.
  test.skip(process.platform !== 'linux')
  consoleWatch.expectConsole(/status of 404/)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { offer, shop } = await findOffer(request, 'umbrella', server.url)
  const pages = {
    landing: '/',
    search: '/?q=lunch',
    shops: '/?view=shops',
    offer: `/offers/${offer}`,
    shop: `/shops/${shop}`,
    import: '/web',
    unknown: '/offers/nobody-has-this',
  }
  for (const [what, path] of Object.entries(pages)) {
    let isOpen = false
    for (const { name, theme, viewport } of LOOKS) {
      await page.setViewportSize(viewport)
      // Opening a page takes longer than drawing it, so it changes its size and its theme. A search begins at its list, and where that is depends on the size.
      if (!isOpen || path.includes('?q=')) await page.goto(server.url + path, { waitUntil: 'networkidle' })
      // What was at the edge of the window has kept its place there.
      else await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      isOpen = true
      await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
      await expect.soft(page).toHaveScreenshot(`${what}-${name}.png`, {
        mask: [page.locator('img')],
        maskColor: '#8a8a8a',
        threshold: 0.3,
        maxDiffPixelRatio: 0.015,
      })
    }
  }
})
