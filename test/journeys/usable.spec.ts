/** No wasted trip: what can be used now, for whom, and by whose clock. */
import fc from 'fast-check'
import { build, type Rolldown } from 'vite'

import { doorSign } from '#contract/door-sign.ts'
import { DAY, HOUR } from '#contract/time.ts'
import { offerOf, situation } from '#test/make-situations.ts'
import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { importRows, type Row } from './city.ts'

const SEED = 2026
/** Saturday 21 November 2026, half past four in the afternoon in Colombo, and six in the morning in New York. */
const AT = Date.parse('2026-11-21T11:00:00Z')
const offer = (title: string, hours: string, more: Row = {}): Row => ({
  title: `Quagga ${title}`,
  shop: `Shop of ${title}`,
  address: '4 Kiln Lane, Nugegoda',
  category: 'Food',
  end_date: '2026-12-05',
  hours,
  ...more,
})

const data = makeDataDirectory({ holds: 'tables' })
let server: Server
test.beforeAll(async ({ playwright }) => {
  const variables = {
    DEMO: '1',
    CLOCK_SHIFT: String(AT - Date.now()),
    NODE_OPTIONS: `--import=${new URL('../shift-clock.ts', import.meta.url).href}`,
  }
  server = await startServer({ directory: data.directory, variables })
  const request = await playwright.request.newContext()
  await importRows(
    request,
    server.adminKey,
    [
      offer('tea', 'mon-sun 09:00-20:00', { end_date: '2026-12-04' }),
      offer('bread', 'mon-sun 06:00-16:31', { payment: 'Harbour Bank cards' }),
      offer('beer', 'mon-sun 17:00-02:00', { minimum_purchase: '1500' }),
      offer('set lunch', 'mon-sun 09:00-20:00', { valid_weekdays: 'mon-fri', valid_hours: '09:00-16:00', service: 'dine-in' }),
      offer('riddle', '', { service: 'delivery' }),
    ],
    server.url,
  )
  await request.dispose()
})
test.afterAll(async () => {
  await server.stop()
  data.remove()
})

const TITLES = '.list .card h3'
const SIGNS = '.list .card .status'

test.describe('a browser in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test("looks at Colombo by Colombo's clock, however wrong its own is, and signs change with the minute", async ({ page }) => {
    // Two years and some hours late.
    await page.clock.install({ time: AT - 2 * 365 * DAY - 5 * HOUR })
    await page.goto(server.url + '/?q=quagga&sort=ending')
    const signs = page.locator(SIGNS)
    await expect(signs).toHaveText([
      'Usable now, until 20:00',
      'Usable now, until 16:31',
      'Opens in 30 min',
      'Not now, weekdays before 16:00',
      'Hours unknown, call first',
    ])
    await page.clock.runFor(61_000)
    await expect(signs.nth(1)).toHaveText('Closed, opens tomorrow 06:00')
    await expect(signs.nth(2)).toHaveText('Opens in 29 min')
  })

  test('works out the same signs as Node for two thousand situations around the world', async ({ page }) => {
    const bundle = (await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, minify: false, lib: { entry: 'contract/door-sign.ts', formats: ['iife'], name: 'Kade' } },
    })) as Rolldown.RolldownOutput[]
    const given = fc.sample(situation, { numRuns: 2_000, seed: SEED }).map(offerOf)
    await page.goto('about:blank')
    await page.addScriptTag({ content: bundle[0]!.output[0].code })
    const signs = await page.evaluate((situations) => {
      const { Kade } = globalThis as unknown as { Kade: { doorSign: typeof doorSign } }
      return situations.map(({ offer: one, now, city }) => Kade.doorSign(one, now, city))
    }, given)
    expect(signs).toEqual(given.map(({ offer: one, now, city }) => doorSign(one, now, city)))
  })
})

test('what can be used now is one press away, stays in the address, and comes first where one sorts by it; what I cannot use is left out, by keyboard alone, and the catch says why', async ({
  page,
}) => {
  await page.goto(server.url + '/?q=quagga')
  await page.getByRole('link', { name: 'Usable now', exact: true }).click()
  await expect(page).toHaveURL(/\?q=quagga&usable=now$/)
  await expect(page.locator(TITLES)).toHaveText(['Quagga tea', 'Quagga bread'])
  await expect(page.getByRole('status').filter({ hasText: '2 offers' })).toBeVisible()
  await page.reload()
  await expect(page.locator(TITLES)).toHaveText(['Quagga tea', 'Quagga bread'])
  await page.getByRole('link', { name: 'Remove filter: Usable now' }).click()
  await page.getByLabel('Sort').selectOption('Usable now first')
  await expect(page.locator(TITLES)).toHaveText(['tea', 'bread', 'beer', 'riddle', 'set lunch'].map((title) => `Quagga ${title}`))
  await expect(page.getByRole('status').filter({ hasText: '5 offers, usable now first' })).toBeVisible()

  await page.getByLabel('Sort').selectOption('Ending soonest')
  await expect(page).toHaveURL(/\?q=quagga&sort=ending$/)
  const opener = page.getByRole('button', { name: /^The catch/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const popover = page.getByRole('dialog', { name: 'Only what I can use' })
  await expect(popover).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: "A certain bank's card" })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/without=bank/)
  await expect(page.locator(TITLES)).toHaveText(['tea', 'beer', 'set lunch', 'riddle'].map((title) => `Quagga ${title}`))
  await page.getByRole('checkbox', { name: 'A minimum spend' }).press('Space')
  await page.getByRole('radio', { name: 'Delivery' }).press('Space')
  await expect(page).toHaveURL(/without=bank&without=minimum&service=delivery/)
  await expect(page.locator(TITLES)).toHaveText(['Quagga tea', 'Quagga riddle'])
  await page.keyboard.press('Escape')
  await expect(popover).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(opener).toHaveText('The catch3 chosen')
  await page.getByRole('link', { name: "Remove filter: No certain bank's card" }).click()
  await page.getByRole('link', { name: 'Quagga bread' }).click()
  await expect(page.locator('.catch')).toContainText('Pay with Harbour Bank cards')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same questions are asked by a link and by the form', async ({ page }) => {
    await page.goto(server.url + '/?q=quagga')
    await page.getByRole('link', { name: 'Usable now', exact: true }).click()
    await expect(page.locator(TITLES)).toHaveText(['Quagga tea', 'Quagga bread'])
    await page.getByRole('button', { name: /^The catch/ }).press('Enter')
    await page.getByRole('checkbox', { name: "A certain bank's card" }).press('Space')
    await page.getByRole('button', { name: 'Done' }).press('Enter')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/usable=now/)
    await expect(page.locator(TITLES)).toHaveText(['Quagga tea'])
  })
})
