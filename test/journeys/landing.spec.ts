/** The front page and its cards. */
import { expect, test } from '#test/journey.ts'

import { closeOutside, dayFromNow, importRows } from './city.ts'

test('the front page welcomes, counts, and leads to the offers; its search bar makes room on the way down and is back on the way up, and stays while it holds focus [#32, #48, #49, #50, #56, #63, #70]', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome to Kade')
  const { data } = (await (await request.get('/api/v1/statistics')).json()) as {
    data: { activeOffers: number; partnerShops: number; averageSavings: number }
  }
  await expect(page.locator('dl')).toContainText(String(data.activeOffers))
  await expect(page.locator('dl')).toContainText(String(data.partnerShops))
  await expect(page.locator('dl')).toContainText(`${data.averageSavings}%`)
  await expect(page.getByPlaceholder('Search offers and shops...')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kade, home' })).toHaveAttribute('href', '/')

  await page.getByRole('link', { name: 'Explore Offers' }).click()
  const heading = page.getByRole('heading', { name: 'Available Offers' })
  await expect(heading).toBeInViewport()
  await page.waitForTimeout(300)
  await expect(page.getByRole('searchbox')).toBeInViewport()
  const { bottom } = await page.getByRole('search').evaluate((bar) => bar.getBoundingClientRect())
  expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(bottom)
  await expect(page.getByRole('banner')).toBeInViewport()

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  const bar = page.getByRole('searchbox')
  // On its way to the top it only goes along with the page, beyond 0.8 of the window too.
  const search = page.getByRole('search')
  const standsAt = () => search.evaluate((form) => form.getBoundingClientRect().top)
  const [place, { bottom: top }] = [await standsAt(), await page.getByRole('banner').evaluate((banner) => banner.getBoundingClientRect())]
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.mouse.move(600, 300)
  const way = place - top - 20
  expect(way).toBeGreaterThan(0.8 * 500)
  await page.mouse.wheel(0, way)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(way, 0)
  await page.waitForTimeout(300)
  expect(await standsAt()).toBeCloseTo(top + 20, 0)
  // There it stays while its own place is in sight, which would be an empty one.
  await page.mouse.wheel(0, 60)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(way + 60, 0)
  await page.waitForTimeout(300)
  expect(Math.abs((await standsAt()) - top)).toBeLessThanOrEqual(1)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('heading', { name: 'Available Offers' }).hover()
  for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 300)
  await expect(bar).not.toBeInViewport()
  await expect(page.getByRole('banner')).toBeInViewport()
  await page.mouse.wheel(0, -10)
  await page.waitForTimeout(300)
  await expect(bar).not.toBeInViewport()
  await page.mouse.wheel(0, -120)
  await expect(bar).toBeInViewport()

  await bar.focus()
  await page.mouse.wheel(0, 600)
  await page.waitForTimeout(400)
  await expect(bar).toBeInViewport()
})

test('featured deals are the biggest savings that are sure, move on by themselves, wrap, and stop when looked at [#52, #53, #54, #55, #148]', async ({
  page,
  request,
}) => {
  const { data } = (await (await request.get('/api/v1/offers/all?sort=discount&limit=5')).json()) as {
    data: { id: string; title: string; discount: number; discountIsUpTo: boolean }[]
  }
  await page.clock.install()
  await page.goto('/')
  const featured = page.getByRole('region', { name: 'Featured Deals' })
  const cards = featured.getByRole('listitem')
  expect(await cards.getByRole('heading').allTextContents()).toEqual(
    data.filter((offer) => offer.discount > 0 && !offer.discountIsUpTo).map(({ title }) => title),
  )
  const discounts = await cards.locator('.ticket b').allTextContents()
  expect(discounts.map(Number.parseFloat)).toEqual(discounts.map(Number.parseFloat).toSorted((a, b) => b - a))
  await expect(cards.first().getByRole('link').first()).toHaveAttribute('href', `/offers/${data[0]!.id}`)
  for (const card of await cards.all()) expect(await card.getByRole('link', { name: /^#/ }).count()).toBeLessThanOrEqual(2)

  const dot = (number: number) => featured.getByRole('button', { name: `Deal ${number} of 5` })
  await expect(dot(1)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(5_100)
  await expect(dot(2)).toHaveAttribute('aria-current', 'true')

  await featured.getByRole('button', { name: 'Pause' }).click()
  await featured.getByRole('button', { name: 'Previous deal' }).click()
  await featured.getByRole('button', { name: 'Previous deal' }).click()
  await expect(dot(5)).toHaveAttribute('aria-current', 'true')
  // The row glides by real time, and the dots would follow where the page's own time ran ahead of it.
  const row = featured.locator('.track')
  await expect.poll(() => row.evaluate((track) => Math.round(track.scrollWidth - track.clientWidth - track.scrollLeft))).toBe(0)
  await featured.getByRole('button', { name: 'Next deal' }).click()
  await expect(dot(1)).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => row.evaluate((track) => track.scrollLeft)).toBe(0)
  await page.getByRole('searchbox').click()
  await page.clock.runFor(12_000)
  await expect(dot(1)).toHaveAttribute('aria-current', 'true')

  await featured.getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(12_000)
  await expect(dot(1)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('searchbox').click()
  await page.clock.runFor(5_100)
  await expect(dot(2)).toHaveAttribute('aria-current', 'true')
})

test('nothing found says so and offers the way out, nonsense in the address is left out; refresh is disabled while it loads, fetches before it replaces, and says how it went [#57, #68, #166, #242]', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 503/)
  await page.goto('/?q=no+such+thing+anywhere&sort=cheapest&from=someday')
  await expect(page.getByRole('heading', { name: 'No current offers found' })).toBeVisible()
  await expect(page.getByText("We couldn't find any current offers matching your search.")).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('listitem').first()).toBeVisible()

  const refresh = page.getByRole('button', { name: 'Refresh' })
  // Of twelve offers each.
  const parts = page.locator('#offers ul.cards')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/offers/all*', async (route) => {
    await held
    await route.continue()
  })
  // A press that comes before the page is alive is nobody's.
  await expect(async () => {
    await refresh.click()
    await expect(refresh).toBeDisabled({ timeout: 1_000 })
  }).toPass()
  await expect(parts).toHaveCount(1)
  release()
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Data refreshed')).toBeVisible()
  await expect(refresh).toBeEnabled()

  await page.route('**/api/v1/offers/all*', (route) => route.fulfill({ status: 503, json: { success: false, code: 'unavailable' } }))
  await refresh.click()
  await expect(
    page.getByRole('region', { name: /Notifications/ }).getByText('Failed to refresh data. Please try again later.'),
  ).toBeVisible()
  await expect(parts).toHaveCount(1)
  await expect(parts.first().getByRole('listitem')).toHaveCount(12)
})

test('a card says all that it takes to choose [#64, #65, #66, #67]', async ({ page, request, adminKey }) => {
  await closeOutside(page)
  await importRows(request, adminKey, [
    {
      title: 'Narwhal card test',
      category: 'Beauty',
      shop: 'Narwhal Salon',
      address: '2 Tusk Road',
      latitude: '6.9344',
      longitude: '79.8518',
      rating: '4.57',
      discount: '35',
      end_date: dayFromNow(6),
      tags: 'narwhal|two|three|four',
      description: 'Hair and tusk.',
      image_url: 'https://pictures.example/narwhal.jpg',
      hours: 'mon-sun 00:00-00:00',
    },
    {
      title: 'Narwhal ends today',
      category: 'Beauty',
      shop: 'Narwhal Salon',
      address: '2 Tusk Road',
      end_date: dayFromNow(0),
      tags: 'narwhal',
    },
  ])
  await page.goto('/?tags=narwhal')
  const card = page.getByRole('listitem').filter({ hasText: 'Narwhal card test' })
  await expect(card).toContainText('35% off')
  await expect(card).toContainText('Usable now')
  await expect(card).toContainText('Narwhal Salon')
  await expect(card).toContainText('~1.0 km from the centre of Colombo')
  await expect(card).toContainText('Hair and tusk.')
  await expect(card).toContainText('Beauty')
  await expect(card).toContainText('Rated 4.6 of 5')
  await expect(card).toContainText('0 clicks')
  await expect(card).toContainText('Expires in 6 days')
  await expect(card).toContainText('#narwhal #two #three')
  await expect(card).not.toContainText('#four')
  await expect(card.locator('img')).toHaveAttribute('src', 'https://pictures.example/narwhal.jpg')
  await expect(page.getByRole('listitem').filter({ hasText: 'Narwhal ends today' })).toContainText('Expires Today')
})

test('filters stand in the address, show as chips, and can be taken away one by one or all at once; a small screen keeps them behind a button that counts them, nothing runs out of it, and what opens below is seen [#58, #59, #60, #250]', async ({
  page,
}) => {
  await page.goto(`/?category=Food&tags=lunch&from=${dayFromNow(-30)}&to=${dayFromNow(60)}`)
  await expect(page.getByLabel('Categories')).toHaveValue('Food')
  await expect(page.getByLabel('From date')).toHaveValue(dayFromNow(-30))
  await expect(page.getByLabel('To date')).toHaveValue(dayFromNow(60))
  await expect(page.getByText('From and To find what starts and ends within them')).toBeVisible()
  const chips = page.getByRole('group', { name: 'Active filters' })
  await expect(chips.getByRole('link', { name: /Remove filter/ })).toHaveCount(4)
  await chips.getByRole('link', { name: 'Remove filter: Food' }).click()
  await expect(page).not.toHaveURL(/category/)
  await expect(page.getByLabel('Categories')).toHaveValue('')

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByLabel('Categories')).toBeHidden()
  const button = page.getByRole('button', { name: 'Filters 3 active' })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.getByLabel('From date').fill('')
  await expect(page).not.toHaveURL(/from=/)
  await expect(page.getByRole('button', { name: 'Filters 2 active' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Filters reset')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await expect(chips).toHaveCount(0)

  // Where the bar stands low in a small window, the page moves on until the filters that open below it are seen.
  const toggle = page.getByRole('button', { name: 'Filters' })
  await toggle.click()
  await expect(page.getByLabel('Sort')).toBeHidden()
  await toggle.evaluate((element) => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    window.scrollTo({ top: element.getBoundingClientRect().bottom + 20 - innerHeight, behavior: 'instant' })
  })
  await toggle.click()
  await expect(page.getByLabel('Sort')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#date-hint')).toBeInViewport({ ratio: 1 })
})

test('the directory of shops is a view of the front page, and searches names and categories [#104]', async ({ page }) => {
  await page.goto('/shops')
  await expect(page).toHaveURL(/\/\?view=shops$/)
  const list = page.getByRole('region', { name: 'All Shops' }).getByRole('listitem')
  await expect(list).toHaveCount(24)
  await page.getByRole('searchbox').fill('malu')
  await expect(page).toHaveURL(/view=shops&q=malu/)
  await expect(list.first()).toContainText('Malu Kade')
  await list.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Malu Kade' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to all shops' }).click()
  await expect(page).toHaveURL(/view=shops&q=malu/)
})
