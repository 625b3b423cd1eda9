/** A list that grows: what is far away, what comes, what has ended, and where one was. */
import { expect, test } from '#test/journey.ts'

import { HOUR } from '#contract/time.ts'

import { dayFromNow, importRows } from './city.ts'

test('the list loads ahead for three pages and then asks; however long it grows, the document stays light', async ({ page }) => {
  await page.goto('/')
  const offers = page.getByRole('region', { name: 'Available Offers' })
  // The first page is one part of twelve, each other is two.
  const parts = offers.locator('ul.cards')
  await expect(parts).toHaveCount(1)
  await expect(async () => {
    await page.getByRole('link', { name: 'Show more' }).scrollIntoViewIfNeeded()
    await expect(parts).toHaveCount(5, { timeout: 500 })
  }).toPass()
  await page.getByRole('link', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  await expect(parts).toHaveCount(5)
  for (let count = 4; count <= 6; count++) {
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(parts).toHaveCount(2 * count - 1)
  }
  await expect.poll(() => offers.getByRole('listitem').count()).toBeLessThan(5 * 24)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(parts.first().getByRole('listitem')).toHaveCount(12)
})

test('of a list of hundreds what is far away is one empty box, as high as before from the first moment on, and is drawn again when it comes near', async ({
  page,
  request,
  adminKey,
}) => {
  const days = { start_date: dayFromNow(-1), end_date: dayFromNow(9) }
  const rows = Array.from({ length: 300 }, (_, i) => ({ title: `Numbat ${i}`, shop: 'The Numbat', ...days }))
  await importRows(request, adminKey, rows)
  await page.setViewportSize({ width: 360, height: 400 })
  await page.goto('/?q=numbat')
  const sections = page.locator('#offers .list-section')
  const parts = page.locator('#offers ul.cards')
  const next = page.getByRole('link', { name: 'Show more' })
  const first = sections.first()
  const heightOf = () => first.evaluate((section) => Math.round(section.getBoundingClientRect().height))
  // As soon as a second section is there the first may be left out: from the end of the page, where nothing of it is seen, that moves nothing.
  await page.locator('#offers').evaluate((offers) => {
    const look = () => {
      const [whole, second] = offers.querySelectorAll('.list-section')
      if (second) offers.dataset['followed'] ??= String(whole!.getBoundingClientRect().height)
    }
    new MutationObserver(look).observe(offers, { childList: true, subtree: true })
  })
  let before = 0
  while ((await sections.count()) < 2 || (await next.count()) > 0) {
    if ((await next.count()) > 0) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      if ((await sections.count()) < 2) before = await heightOf()
      await next.evaluate((link: HTMLElement) => link.click())
    }
    await page.waitForTimeout(50)
  }
  const followed = Number(await page.locator('#offers').getAttribute('data-followed'))
  expect(Math.abs(followed - before)).toBeLessThan(before / 200)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(first.locator('ul')).toHaveCount(0)
  const away = await heightOf()
  expect(away).toBeGreaterThan(240 * 300)
  await first.evaluate((section) => section.scrollIntoView())
  await expect(parts.first().getByRole('listitem')).toHaveCount(12)
  expect(Math.abs((await heightOf()) - away)).toBeLessThan(away / 100)
})

test('all cards of a list are as high as an empty box counts them, whatever they say and however wide the window is: nothing moves when they are drawn', async ({
  page,
  request,
  adminKey,
}) => {
  const days = { start_date: dayFromNow(-1), end_date: dayFromNow(9) }
  const long = ', and so on and so forth, until there is no room for another word'
  const titles = [
    `Wombat${long}${long}`,
    'Wombat',
    `Wombat මල් කඩේ සතියේ දිනවල සියලුම මල් කළඹ${long}`,
    `Wombat பூக்கடையில் அனைத்து பூங்கொத்துகளுக்கும்${long}`,
  ]
  const rows = Array.from({ length: 12 }, (_, i) => ({
    title: `${i} ${titles[i % 4]}`,
    shop: `${i % 3 ? 'The Wombat' : `The Wombat${long}`} ${i % 6}`,
    address: `${i % 6} Burrow Road${i % 2 ? long : ''}`,
    category: i % 2 ? 'Travel & Transport' : 'Food',
    rating: i % 3 ? '4.5' : '',
    hours: i % 3 ? 'mon-sun 00:00-00:00' : '',
    valid_hours: i % 4 === 1 ? '02:00-02:30' : '',
    valid_weekdays: i % 4 === 1 ? 'mon-sat' : '',
    description: i % 5 ? `Something to say${long}${long}` : '',
    tags: i % 4 ? 'wombat,burrow,night,australia' : '',
    ...days,
  }))
  await importRows(request, adminKey, rows)
  const findOthers = async () => {
    const heights = await page.locator('#offers .card, .shop-cards .card').evaluateAll((cards) => {
      for (const card of cards) (card as HTMLElement).style.contentVisibility = 'visible'
      return cards.map((card) => card.getBoundingClientRect().height - parseFloat(getComputedStyle(card).minHeight))
    })
    return heights.filter((more) => Math.abs(more) > 0.1)
  }
  for (const [what, path] of Object.entries({ offers: '/?q=wombat', shops: '/?view=shops&q=wombat' })) {
    await page.goto(path)
    for (const width of [360, 480, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findOthers(), `${what} at ${width}`).toEqual([])
    }
  }
})

test('a list of which everything that was loaded has ended meanwhile goes on with what comes next', async ({ page, request, adminKey }) => {
  const start_date = dayFromNow(-1)
  const rows = Array.from({ length: 30 }, (_, i) => ({
    title: `Bilby ${i}`,
    shop: 'The Bilby',
    start_date,
    end_date: dayFromNow(i < 20 ? 0 : 9),
  }))
  await importRows(request, adminKey, rows)
  await page.clock.install()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/?q=bilby')
  await expect(page.getByText('30 offers')).toBeVisible()
  const titles = page.locator('#offers').getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(12)
  await page.clock.fastForward(25 * HOUR)
  await expect(titles).toHaveCount(10)
  await expect(page.getByText('No current offers found')).toHaveCount(0)
})

test('deep in a list who turns a phone still sees the same offer, also on the way back from it, and Tab leads on to the next one, wherever one has scrolled since', async ({
  page,
  request,
  adminKey,
}) => {
  const days = { start_date: dayFromNow(-1), end_date: dayFromNow(9) }
  await importRows(
    request,
    adminKey,
    Array.from({ length: 150 }, (_, i) => ({ title: `Quokka ${i}`, shop: 'The Quokka', ...days })),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/?q=quokka')
  const next = page.getByRole('link', { name: 'Show more' })
  // The first page is one part of twelve, each other is two.
  const parts = page.locator('#offers ul.cards')
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    if (await next.count()) await next.evaluate((link: HTMLElement) => link.click(), undefined, { timeout: 1_000 })
    await expect(parts).toHaveCount(13, { timeout: 200 })
  }).toPass()
  await expect(next).toHaveCount(0)
  await parts.nth(7).evaluate((part) => part.scrollIntoView())
  const title = (await parts.nth(7).getByRole('heading').nth(4).textContent())!
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // A browser tells of a step of a scroll with the next frame.
  await page.waitForTimeout(100)
  for (const [width, height] of [
    [740, 360],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(card).toBeInViewport({ ratio: 0.3 })
  }
  await card.getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.setViewportSize({ width: 740, height: 360 })
  await page.goBack()
  await expect(card).toBeInViewport({ ratio: 0.3 })
  await page.setViewportSize({ width: 360, height: 740 })
  await parts.nth(5).evaluate((part) => part.scrollIntoView())
  const following = (await parts.nth(5).getByRole('heading').first().textContent())!
  await parts.nth(4).getByRole('link').last().focus()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(parts.nth(7).getByRole('listitem')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.locator('.card:focus-within').getByRole('heading')).toHaveText(following)
})
