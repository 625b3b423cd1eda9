/** Pictures: those that shops have, and those that are drawn where there is none. */
import { expect, test } from '#test/journey.ts'

import { closeOutside, dayFromNow, findOffer, importRows } from './city.ts'

/** How much the page has moved under its reader since it came. */
const SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 300)
})`

for (const [when, wait] of [
  ['before scripts run', 1_500],
  ['after', 0],
] as const) {
  test(`a picture whose host does not answer gives way to the cover, and nothing moves (it fails ${when})`, async ({
    page,
    request,
    adminKey,
    consoleWatch,
  }) => {
    consoleWatch.expectConsole(/Failed to load resource/)
    await importRows(request, adminKey, [
      {
        title: 'Okapi sunrise walk',
        category: 'Entertainment',
        shop: 'Okapi Walks',
        address: '4 Stripe Street',
        end_date: dayFromNow(6),
        image_url: 'https://gone.okapi.example/walk.jpg',
      },
    ])
    const { offer } = await findOffer(request, 'Okapi')
    const asked: (string | undefined)[] = []
    // No typeface comes, which has its own moment: where none of its stand-ins is installed, lines are not quite as wide.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.route('https://gone.okapi.example/**', async (route) => {
      asked.push(route.request().headers()['referer'])
      await new Promise((resolve) => setTimeout(resolve, wait ? 0 : 1_500))
      await route.abort('namenotresolved')
    })
    await page.route('**/assets/entry.client*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, wait))
      await route.continue()
    })
    await page.goto(`/offers/${offer}`)
    const picture = page.getByRole('article').locator('.art img')
    await expect(picture).toHaveAttribute('src', /^\/covers\//)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(400)
    expect(asked).toEqual([undefined])
    expect(await page.evaluate(SHIFT)).toBe(0)
  })
}

test('covers of a list differ from their neighbours and stay as they are when more offers come; only the first is not left for later', async ({
  page,
}) => {
  await closeOutside(page)
  await page.goto('/?sort=newest')
  const pictures = page.getByRole('region', { name: 'Available Offers' }).locator('.card .art img')
  const sources = () => pictures.evaluateAll((images) => images.map((image) => image.getAttribute('src')!))
  // More may have come ahead.
  const first = (await sources()).slice(0, 12)
  expect(first).toHaveLength(12)
  const compositions = first.map((source) => /\/covers\/[^/]+\/([a-z]+)-/.exec(source)?.[1] ?? source)
  for (const [index, composition] of compositions.entries()) expect(compositions.slice(index + 1, index + 5)).not.toContain(composition)
  const loading = await pictures.evaluateAll((images) => images.slice(0, 12).map((image) => image.getAttribute('loading')))
  expect(loading).toEqual([null, ...Array(11).fill('lazy')])
  await expect(pictures.first()).toHaveAttribute('fetchpriority', 'high')
  await pictures.last().scrollIntoViewIfNeeded()
  await expect.poll(async () => (await sources()).length).toBeGreaterThan(12)
  expect((await sources()).slice(0, 12)).toEqual(first)
})
