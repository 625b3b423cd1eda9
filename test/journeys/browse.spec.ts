/** The main job: an operator imports a file, a shopper finds what is in it, opens it, and comes back. */
import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer } from '#test/server.ts'

import { dayFromNow, toCsv } from './city.ts'

const hours = 'mon-sun 00:00-00:00'
const file = () =>
  toCsv([
    {
      title: 'Zebra teapot with two cups',
      category: 'Retail',
      shop: 'Quagga Ceramics',
      address: '4 Kiln Lane, Nugegoda',
      latitude: '6.8649',
      longitude: '79.8997',
      hours,
      discount: '40',
      end_date: dayFromNow(9),
      tags: 'quagga|teapot',
      description: 'Stoneware, glazed in stripes.',
      phone: '+94 112 000 111',
    },
    {
      title: 'Zebra saucers, six of them',
      category: 'Retail',
      shop: 'Quagga Ceramics',
      address: '4 Kiln Lane, Nugegoda',
      end_date: dayFromNow(9),
      tags: 'quagga',
    },
    {
      title: 'Okapi noodle soup',
      category: 'Food',
      shop: 'Okapi Noodles',
      address: '8 Kiln Lane, Nugegoda',
      end_date: dayFromNow(2),
      tags: 'quagga',
    },
  ])

test('a file is imported on /web, and one of its offers found by search and filter, opened, and left the way one came [#1, #8, #11, #16, #17, #87, #110]', async ({
  page,
  adminKey,
}) => {
  await page.goto('/web')
  await page.getByLabel('Admin key').fill(adminKey)
  await page.getByLabel('CSV file').setInputFiles({ name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(file()) })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Imported 3 offers: 3 new')).toBeVisible()

  await page.goto('/?tags=quagga')
  await page.getByRole('searchbox').pressSequentially('zebra')
  await expect(page).toHaveURL(/q=zebra/)
  await expect(page.getByRole('status').filter({ hasText: '2 offers' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/\?tags=quagga$/)
  await expect(page.getByRole('searchbox')).toHaveValue('')

  await page.getByLabel('Categories').selectOption('Retail')
  await expect(page).toHaveURL(/category=Retail/)
  await expect(page.getByRole('status').filter({ hasText: '2 offers' })).toBeVisible()
  await page.getByLabel('Companies').selectOption({ label: 'Quagga Ceramics' })
  await expect(page.getByRole('link', { name: 'Remove filter: Quagga Ceramics' })).toBeVisible()

  await page.getByRole('link', { name: 'Zebra teapot with two cups' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Zebra teapot with two cups' })).toBeVisible()
  await expect(page.getByText('Usable now, open 24 hours').first()).toBeVisible()
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quagga Ceramics' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Current Offers' }).getByRole('listitem')).toHaveCount(2)

  await page.goBack()
  await page.getByRole('link', { name: 'Back to all offers' }).click()
  await expect(page).toHaveURL(/tags=quagga&shop=/)
  await expect(page.getByLabel('Categories')).toHaveValue('Retail')
})

test('in a list of a phone who scrolls into the place of a page that is on its way stays there when it comes, and a part that was away is as high as before when it is drawn again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/')
  const parts = page.locator('#offers ul.cards')
  const next = page.getByRole('link', { name: 'Show more' })
  await expect(async () => {
    await next.scrollIntoViewIfNeeded()
    await expect(parts).toHaveCount(5, { timeout: 500 })
  }).toPass()
  await next.scrollIntoViewIfNeeded()
  await expect(next).toHaveText('Show more')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/offers/all*', async (route) => {
    await held
    await route.continue()
  })
  await next.click()
  const empty = page.locator('#offers .coming')
  await empty.nth(5).scrollIntoViewIfNeeded()
  await page.waitForTimeout(200)
  const before = await page.evaluate(() => window.scrollY)
  release()
  await expect(parts).toHaveCount(7)
  await expect(parts.nth(5).getByRole('listitem').nth(5)).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - before)).toBeLessThan(200)

  await page.evaluate(() => window.scrollTo(0, 0))
  const items = parts.nth(1).getByRole('listitem')
  // Where it stands in the page: below all that the first part holds.
  const placeOfSecond = () => parts.nth(1).evaluate((part) => Math.round(part.getBoundingClientRect().top + window.scrollY))
  const placeOfFirst = () => parts.nth(0).evaluate((part) => Math.round(part.getBoundingClientRect().top + window.scrollY))
  // Every card of the first part comes by, and shows how high it is.
  while ((await placeOfSecond()) > (await page.evaluate(() => window.scrollY + innerHeight))) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(50)
  }
  await expect(items).toHaveCount(12)
  const apart = (await placeOfSecond()) - (await placeOfFirst())
  await page.evaluate(() => window.scrollBy(0, 12_000))
  await expect(parts.nth(0).getByRole('listitem')).toHaveCount(0)
  await page.evaluate((top) => window.scrollTo(0, top - 100), await placeOfSecond())
  await expect(parts.nth(0).getByRole('listitem')).toHaveCount(12)
  await page.waitForTimeout(300)
  expect(Math.abs((await placeOfSecond()) - (await placeOfFirst()) - apart)).toBeLessThanOrEqual(1)
})

test('coming back from an offer finds the list as long as it was, at the place where it was left, on a desk and on a phone', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Show more' }).click()
  // Twelve offers to a part; those far away are not drawn, and keep their place.
  const parts = page.locator('#offers ul.cards')
  await expect.poll(() => parts.count()).toBeGreaterThanOrEqual(4)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const chosen = parts.nth(2).getByRole('heading', { level: 3 }).nth(9)
    await parts.nth(2).scrollIntoViewIfNeeded()
    await chosen.scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    const before = { y: await page.evaluate(() => window.scrollY), top: (await chosen.boundingBox())!.y }
    await chosen.getByRole('link').click()
    await expect(page).toHaveURL(/\/offers\//)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.getByRole('link', { name: 'Back to all offers' }).click()
    await expect.poll(() => parts.count()).toBeGreaterThanOrEqual(4)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before.y)
    await expect.poll(async () => Math.abs((await chosen.boundingBox())!.y - before.top)).toBeLessThan(2)
  }
})

test('who asks for more by keyboard goes on at the first new offer, or in the search field where one has gone on to search meanwhile; every wish is one step of the history, and what is typed stays as it is', async ({
  page,
}) => {
  await page.goto('/')
  const next = page.getByRole('link', { name: 'Show more' })
  await expect(next).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/offers\/all\?.*cursor/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await next.press('Enter')
  const field = page.getByRole('searchbox')
  await field.pressSequentially('rice', { delay: 150 })
  await expect(page).toHaveURL(/\?q=rice$/)
  await expect(page.locator('#offers .list')).toHaveAttribute('aria-busy', 'false')
  release()
  await page.waitForTimeout(300)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('rice')

  await page.getByLabel('Sort').selectOption({ label: 'Biggest saving' })
  await expect(page).toHaveURL(/\?q=rice&sort=discount$/)
  await page.getByLabel('Valid on').selectOption({ label: 'Tomorrow' })
  await expect(page.getByRole('link', { name: 'Remove filter: Valid tomorrow' })).toBeVisible()
  // The chip is there before the address is.
  await expect(page).toHaveURL(/&on=/)
  await page.goBack()
  await expect(page).toHaveURL(/\?q=rice&sort=discount$/)
  await page.goBack()
  await expect(page).toHaveURL(/\?q=rice$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(field).toHaveValue('')
  await expect(page.locator('#offers .list')).toHaveAttribute('aria-busy', 'false')

  await next.press('Enter')
  // Scrolling there may have loaded ahead already: then the first new one is that of the page behind it.
  const isAtFirstNew = () =>
    page.evaluate(() => {
      const pages = [...document.querySelectorAll('#offers ul.cards')]
      const place = pages.findIndex((one) => one.contains(document.activeElement))
      return place > 0 && pages[place]!.querySelector('h3 a') === document.activeElement
    })
  await expect.poll(isAtFirstNew).toBe(true)
  await expect(page.locator('#offers h3 a:focus')).toBeInViewport()

  // What is typed stays as it is typed, a space behind the last word too, whatever the list makes of it.
  await field.fill('')
  await field.pressSequentially('all ', { delay: 30 })
  await expect(page).toHaveURL(/\?q=all$/)
  await expect(page.locator('#offers .list')).toHaveAttribute('aria-busy', 'false')
  await field.pressSequentially('day', { delay: 30 })
  await expect(page).toHaveURL(/\?q=all\+day$/)
  await expect(field).toHaveValue('all day')
})

test('far down in a list the filters of a small screen open where one is, in a low window too, and the list keeps its place, by keyboard as well', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Filters' })
  const fields = page.locator('#filters')
  for (const [width, height] of [
    [360, 740],
    [320, 640],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.mouse.move(width / 2, height / 2)
    for (let step = 0; step < 7; step++) await page.mouse.wheel(0, 300)
    await expect(button).not.toBeInViewport()
    await page.mouse.wheel(0, -100)
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.waitForTimeout(300)
    const card = await page.evaluateHandle(() => document.elementFromPoint(innerWidth / 4, innerHeight - 20)!)
    const placeOf = () => card.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    const [place, { x, y }] = [await placeOf(), (await button.boundingBox())!]
    // A finger does not scroll to what it touches, as a locator does.
    const touch = () => page.mouse.click(x + 20, y + 20)
    await touch()
    await expect(page.getByLabel('Categories')).toBeInViewport({ ratio: 1 })
    expect((await fields.boundingBox())!.y).toBeGreaterThan(y)
    const { bottom } = await page.getByRole('search').evaluate((bar) => bar.getBoundingClientRect())
    expect(height - bottom).toBeGreaterThanOrEqual(60)
    while (!(await page.getByLabel('Sort').evaluate((field) => field === document.activeElement))) await page.keyboard.press('Tab')
    await expect(page.getByLabel('Sort')).toBeInViewport({ ratio: 1 })
    await expect.poll(async () => Math.abs((await placeOf()) - place)).toBeLessThanOrEqual(1)
    await touch()
    await expect(fields).toBeHidden()
    await expect.poll(async () => Math.abs((await placeOf()) - place)).toBeLessThanOrEqual(1)
    // The bar stays while it holds focus.
    await button.evaluate((element) => element.blur())
  }
})

test('a city without an offer says so, and not that a search has found none [#69]', async ({ page }) => {
  test.setTimeout(90_000)
  // As one opens the product first: an empty folder, and a database that it brings itself.
  const { directory, remove } = makeDataDirectory()
  const server = await startServer({ directory })
  try {
    await page.goto(server.url)
    await expect(page.getByRole('heading', { name: 'No offers found', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Clear search' })).toHaveCount(0)
    await page.goto(`${server.url}/?q=tea`)
    await expect(page.getByRole('heading', { name: 'No current offers found' })).toBeVisible()
    await expect(page.getByText('No offers found', { exact: true })).toHaveCount(0)
  } finally {
    await server.stop()
    remove()
  }
})
