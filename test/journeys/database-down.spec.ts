/** The database goes away and comes back. It is a real PostgreSQL behind a line that can be cut. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import { openPool } from '#db/connection.ts'
import { expect, test } from '#test/journey.ts'
import { findPostgres } from '#test/postgres.ts'
import { databaseOf, makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { openAccount } from './accounts.ts'
import { findOffer } from './city.ts'
import { enter } from './profile-account.ts'

/** A line to a database: what comes in at its port goes on to it, until it is cut, or nothing comes through any more. */
async function openLine(target: URL) {
  const sockets = new Set<Socket>()
  let isCut = false
  let isHanging = false
  const line = createServer((socket) => {
    if (isCut) return socket.destroy()
    const beyond = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      sockets.add(one)
      if (!isHanging) one.pipe(other)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          other.destroy()
          sockets.delete(one)
        })
    }
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const url = new URL(target)
  url.port = String((line.address() as AddressInfo).port)
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    hang: () => {
      isHanging = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      if (isHanging) cut()
      isCut = isHanging = false
    },
    close: () => {
      cut()
      line.close()
    },
  }
}

const data = makeDataDirectory({ holds: 'city' })
let address: string
let line: Awaited<ReturnType<typeof openLine>>
let server: Server

test.skip(!findPostgres(), 'there is no PostgreSQL on this machine')
test.beforeAll(async () => {
  address = (await databaseOf(data.directory))!
  line = await openLine(new URL(address))
  server = await startServer({ directory: data.directory, variables: { DATABASE_URL: line.url } })
})
test.afterAll(async () => {
  line?.mend()
  await server?.stop()
  line?.close()
  data.remove()
})
test.afterEach(() => line.mend())

test('with the database down a first visitor gets the shell, the words, and the page itself once it is back (D-61) [#85, #241, #243, #244]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 503/)
  const { offer } = await findOffer(request, 'rice', server.url)
  line.cut()
  // What the server remembers for a few seconds is no answer to what it was not asked before.
  const shell = await page.goto(`${server.url}/?q=not+asked+before`)
  expect(shell?.status()).toBe(503)
  expect(shell?.headers()['retry-after']).toBeDefined()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('not asked before')
  await expect(page.getByRole('alert')).toContainText('Failed to load data. Please try again later.')
  const notes = page.getByRole('region', { name: /Notifications/ })
  await expect(notes.getByText('Failed to load data. Please try again later.')).toBeVisible()
  await expect(notes.getByText('Error', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toContainText('Error')
  line.mend()
  await expect(async () => {
    const retry = page.getByRole('link', { name: 'Retry' })
    // Pressed once, it may be the page that is slow.
    if (await retry.isVisible()) await retry.click({ timeout: 500 })
    await expect(page.getByRole('heading', { name: 'No current offers found' })).toBeVisible({ timeout: 1_000 })
  }).toPass()

  line.cut()
  const detail = await page.goto(`${server.url}/shops/${offer}`)
  expect(detail?.status()).toBe(503)
  await expect(page.getByRole('alert')).toContainText('Failed to load shop details. Please try again.')
  // The page of an offer asks once more by itself, and says that it does.
  let answer: () => void = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/offers/*', async (route) => {
    await answered
    await route.continue()
  })
  expect((await page.goto(`${server.url}/offers/${crypto.randomUUID()}`))?.status()).toBe(503)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading offer' })).toBeVisible()
  answer()
  await expect(page.getByRole('alert')).toContainText('Failed to load offer details. Please try again.')
  await expect(page.getByText('Loading offer')).toHaveCount(0)
})

test('with a database that hangs every page and every call answers within five seconds, and says that it cannot (D-28)', async ({
  request,
}) => {
  const { offer } = await findOffer(request, 'rice', server.url)
  const settled = async (path: string) => {
    const begun = performance.now()
    const response = await request.get(server.url + path)
    return { path, status: response.status(), isInTime: performance.now() - begun < 5_000 }
  }
  // The server remembers this one for a while, but nothing that belongs beside it.
  await settled(`/api/v1/offers/${offer}`)
  line.hang()
  const unknown = crypto.randomUUID()
  const paths = ['/?q=hanging', '/?view=shops&q=hanging', `/offers/${unknown}`, `/shops/${unknown}`]
  const calls = ['/api/v1/offers/all?q=hanging', '/api/v1/shops?q=hanging', `/api/v1/offers/${unknown}`, `/api/v1/shops/offers/${unknown}`]
  const asked = [...paths, ...calls]
  expect(await Promise.all(asked.map(settled))).toEqual(asked.map((path) => ({ path, status: 503, isInTime: true })))
  expect(await settled(`/offers/${offer}`)).toMatchObject({ isInTime: true })

  line.mend()
  await expect.poll(async () => (await settled('/?q=hanging')).status, { timeout: 20_000 }).toBe(200)
})

test('a shop whose offers do not come still shows itself, and they come with another try [#244]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED/)
  const { offer } = await findOffer(request, 'rice', server.url)
  await page.goto(`${server.url}/offers/${offer}`)
  await page.route('**/api/v1/shops/offers/*', (route) => route.abort('failed'))
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load shop offers.')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Failed to load shop offers.')).toBeVisible()
  await page.unroute('**/api/v1/shops/offers/*')
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Current Offers' }).getByRole('heading', { level: 3 }).first()).toBeVisible()
})

test('a failure that nobody foresaw has a page of its own, which shows nothing of the inside and leads on', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 500/)
  const { shop } = await findOffer(request, 'umbrella', server.url)
  const database = await openPool(address, { connections: 1 })
  await database.query('alter view current_shop rename to mislaid')
  try {
    const response = await page.goto(`${server.url}/shops/${shop}`)
    expect(response?.status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect(await page.content()).not.toMatch(/mislaid|current_shop|relation|at .*\.ts/)
    expect(server.readLog()).toContain('current_shop')
  } finally {
    await database.query('alter view mislaid rename to current_shop')
    await database.end()
  }
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible()
})

test('with the database down whoever has seen the list still sees it, and is told that it is old (D-61) [#165, #167, #240]', async ({
  page,
  request,
  consoleWatch,
}) => {
  test.setTimeout(150_000)
  // A page that the server still remembers counts a click, which has nowhere to go.
  consoleWatch.expectConsole(/status of 503|could not be recorded/)
  const { offer, shop } = await findOffer(request, 'curry', server.url)
  await page.goto(`${server.url}/?q=curry`)
  const titles = page.getByRole('region', { name: 'Available Offers' }).getByRole('heading', { level: 3 })
  const seen = await titles.allTextContents()
  expect(seen.length).toBeGreaterThan(0)
  // What the server put into the page is kept as well as what is fetched later.
  await page.waitForFunction(() => localStorage.getItem('offers-cache')?.includes('"list"'))
  await page.locator(`a[href="/offers/${offer}"]`).click()
  await expect(page.getByRole('heading', { name: 'Key Details' })).toBeVisible()
  await page.waitForFunction(() => localStorage.getItem('offers-cache')?.includes('"detail"') && localStorage.getItem('shops-cache'))
  await page.goto(`${server.url}/shops/${shop}`)
  await page.waitForFunction(() => localStorage.getItem('shops-cache')?.includes('"detail"'))
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('offers-cache')!) as { expiresAt: number })
  expect(kept.expiresAt).toBeGreaterThan(Date.now())

  line.cut()
  // The server's own short memory runs out, that of offers' cards after most of a minute; then it has nothing left to show.
  const openForgotten = async (path: string) => {
    await expect.poll(async () => (await request.get(server.url + path)).status(), { timeout: 75_000, intervals: [3_000] }).toBe(503)
    expect((await page.goto(server.url + path))?.status()).toBe(503)
  }
  await openForgotten('/?q=curry')
  await expect(page.getByRole('main').getByText('Using cached data')).toBeVisible()
  const notes = page.getByRole('region', { name: /Notifications/ })
  await expect(notes.getByText('Using cached data')).toBeVisible()
  await expect(notes.getByText("Couldn't connect to server. Showing previously loaded data.")).toBeVisible()
  expect(await titles.allTextContents()).toEqual(seen)
  await openForgotten(`/offers/${offer}`)
  await expect(page.getByRole('main').getByText('Using cached data')).toBeVisible()
  await expect(page.getByRole('main').getByText(/From (a moment|\d+ minutes?) ago\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Key Details' })).toBeVisible()
  await openForgotten(`/shops/${shop}`)
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Using cached data').first()).toBeVisible()
})

test('with the database down home shows what was recommended, and its age (D-61) [#165, #167, #240]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 503/)
  const nimali = await openAccount(request, { base: server.url })
  await enter(page, nimali)
  await page.goto(`${server.url}/home`)
  const cards = page.locator('#offers .card')
  await expect(cards.getByRole('heading').first()).toBeVisible()
  const seen = await cards.getByRole('heading').allTextContents()
  await page.waitForFunction((id) => localStorage.getItem(`recommended-offers-cache:${id}`), nimali.user.id)
  line.cut()
  await page.reload()
  await expect(page.getByRole('main').getByText(/Showing previously loaded data. From (a moment|1 minute) ago\./)).toBeVisible()
  expect(await cards.getByRole('heading').allTextContents()).toEqual(seen)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the shell says what is the matter and how to try again', async ({ page, consoleWatch }) => {
    consoleWatch.expectConsole(/status of 503/)
    line.cut()
    await page.goto(`${server.url}/?q=never+asked`)
    await expect(page.getByText('Failed to load data. Please try again later.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Retry' })).toHaveAttribute('href', '/?q=never+asked')
  })
})
