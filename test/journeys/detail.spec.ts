/** The pages of one offer and of one shop. */
import { readFile } from 'node:fs/promises'

import { DAY } from '#contract/time.ts'
import { expect, test } from '#test/journey.ts'

import { dayFromNow, findOffer, importRows, type Row } from './city.ts'
import { PHONE } from './find-faults.ts'

const shop: Row = {
  shop: 'Pangolin Bakery',
  address: '12 Scale Street, Borella',
  phone: '+94 112 345 678',
  latitude: '6.9146',
  longitude: '79.8778',
  hours: 'mon-sun 00:00-00:00',
  shop_description: 'Bread since the first morning.',
  shop_email: 'hello@pangolin.example',
  shop_website: 'https://pangolin.example',
  shop_category: 'Food',
  facebook: 'https://www.facebook.com/pangolin',
  instagram: 'https://www.instagram.com/pangolin',
}
const loaf: Row = {
  ...shop,
  title: 'Pangolin loaf, two for less',
  category: 'Food',
  description: 'A round loaf.\nStill warm.',
  discount: '25',
  original_price: '1000',
  discounted_price: '750',
  minimum_purchase: '500',
  usage_limit: '2',
  start_date: dayFromNow(-1),
  end_date: dayFromNow(9),
  terms: 'While the oven is hot.',
  redemption_code: 'SCALE25',
  tags: 'pangolin|bread',
  valid_weekdays: 'mon-sun',
  payment: 'cash',
  service: 'takeaway',
}
const buns: Row = { ...shop, title: 'Pangolin buns', category: 'Food', end_date: dayFromNow(3), tags: 'pangolin' }

/** Each journey stands on its own, at its second try too; what is there already is not imported again. */
test.beforeEach(({ request, adminKey }) => importRows(request, adminKey, [loaf, buns]))

test('an offer says what it is, what it costs, what the catch is and what to do [#91, #92, #93, #94, #95, #98, #99, #101, #89]', async ({
  page,
  request,
}) => {
  const { offer } = await findOffer(request, 'Pangolin loaf')
  const response = await page.goto(`/offers/${offer}`)
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle('Pangolin loaf, two for less, 25% off at Pangolin Bakery | Kade')
  await expect(page.getByText('9 days remaining')).toBeVisible()
  await expect(page.getByText(/Valid until \w{3} \d+ \w{3} \d{4}$/)).toBeVisible()
  await expect(page.getByText('You save LKR 250.00')).toBeVisible()
  const details = page.locator('section', { has: page.getByRole('heading', { name: 'Key Details' }) })
  for (const text of ['Valid period', '25%', 'LKR 1,000.00', 'LKR 750.00', 'LKR 500.00', '2 times per customer'])
    await expect(details).toContainText(text)
  const limits = page.locator('section', { has: page.getByRole('heading', { name: 'The catch' }) })
  for (const text of ['Cash only', 'Takeaway only', 'Minimum purchase LKR 500.00', '2 times per customer'])
    await expect(limits).toContainText(text)
  await expect(page.getByText('Still warm.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Terms & Conditions' })).toBeVisible()
  await expect(page.getByText('1 min read')).toHaveCount(2)
  const steps = page.locator('section', { has: page.getByRole('heading', { name: 'How to Redeem' }) })
  await expect(steps).toContainText('Visit Pangolin Bakery, 12 Scale Street, Borella.')
  await expect(steps).toContainText('Mention the offer before payment.')
  await expect(steps).toContainText('SCALE25')

  const merchant = page.locator('section', { has: page.getByRole('heading', { name: 'About the Merchant' }) })
  for (const text of ['Pangolin Bakery', 'Open Now', 'Bread since the first morning.', '12 Scale Street, Borella', '~4.4 km'])
    await expect(merchant).toContainText(text)
  await expect(merchant.getByRole('link', { name: 'Call Now' })).toHaveAttribute('href', 'tel:+94112345678')
  await expect(merchant.getByRole('link', { name: 'pangolin.example', exact: true })).toHaveAttribute('href', 'https://pangolin.example/')
  await expect(page.getByRole('link', { name: 'Get Directions' })).toHaveAttribute('href', /destination=6\.9146,79\.8778$/)
  await expect(page.getByRole('row', { name: /today/ })).toContainText('Open 24 hours')

  await page.getByRole('link', { name: '#bread' }).click()
  await expect(page).toHaveURL(/\/\?tags=bread$/)
  await expect(page.getByRole('heading', { name: 'Available Offers' })).toBeInViewport()
  await expect(page.getByRole('listitem').filter({ hasText: 'Pangolin loaf' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Food', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Remove filter: Food' })).toBeVisible()
})

test('related offers leave out the one that is shown, and none is said in words [#102]', async ({ page, request, adminKey }) => {
  await importRows(request, adminKey, [
    { title: 'Lonely lighthouse tour', category: 'Lighthouses', shop: 'Lamp Tours', address: '1 Point' },
  ])
  await page.goto(`/offers/${(await findOffer(request, 'Lonely lighthouse')).offer}`)
  await expect(page.getByText('No related offers found')).toBeVisible()
  const { offer } = await findOffer(request, 'Pangolin loaf')
  await page.goto(`/offers/${offer}`)
  const related = page.getByRole('region', { name: 'Related Offers' }).getByRole('listitem')
  await expect(related).toHaveCount(4)
  await expect(related.filter({ hasText: 'Pangolin loaf' })).toHaveCount(0)
})

test('an offer that has ended is greyed, stamped, keeps its code to itself, promises nothing any more and leads on [#88, #149]', async ({
  page,
  request,
  adminKey,
}) => {
  await importRows(request, adminKey, [
    { ...shop, title: 'Pangolin rolls', category: 'Food', external_id: 'rolls', redemption_code: 'ROLLS1', end_date: dayFromNow(0) },
  ])
  const { offer } = await findOffer(request, 'Pangolin rolls')
  await importRows(request, adminKey, [
    { ...shop, title: 'Pangolin rolls', category: 'Food', external_id: 'rolls', end_date: dayFromNow(-2) },
  ])
  await page.goto(`/offers/${offer}`)
  await expect(page.getByText('EXPIRED', { exact: true })).toBeVisible()
  await expect(page.getByText('ROLLS1')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Get Directions' })).toHaveCount(0)
  await expect(page.getByText('This offer has ended and can no longer be redeemed.')).toBeVisible()
  await expect(page.getByText(/^Was valid until/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'It did not work?' })).toHaveCount(0)
  // It is said once, and leads on to what there is instead.
  await expect(page.getByText(/Expired/)).toHaveText(/^Expired on /)
  await page.getByRole('link', { name: 'See what Pangolin Bakery offers now' }).click()
  await expect(page.getByRole('region', { name: 'Current Offers' }).getByText('Pangolin loaf, two for less')).toBeVisible()
})

test('a shop says who it is, when it is open and how to reach it, and shows what comes beside what runs; one that is not there leads home [#104, #105, #106, #107, #109]', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  await importRows(request, adminKey, [
    { ...shop, title: 'Pangolin wreath', category: 'Food', start_date: dayFromNow(4), end_date: dayFromNow(40) },
  ])
  const { shop: id } = await findOffer(request, 'Pangolin loaf')
  await page.goto(`/shops/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Pangolin Bakery' })).toBeVisible()
  await expect(page.getByText('Open Now')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
  const contact = page.locator('section', { has: page.getByRole('heading', { name: 'Contact Information' }) })
  for (const text of ['12 Scale Street, Borella', '~4.4 km', 'hello@pangolin.example', 'pangolin.example'])
    await expect(contact).toContainText(text)
  await expect(contact.getByRole('link', { name: 'Call Shop' })).toHaveAttribute('href', 'tel:+94112345678')
  await expect(contact.getByRole('link', { name: 'Get Directions' })).toHaveAttribute('href', /destination=6\.9146,79\.8778$/)
  await expect(contact.getByRole('link', { name: 'Facebook' })).toHaveAttribute('href', 'https://www.facebook.com/pangolin')
  await expect(contact.getByRole('link', { name: 'Instagram' })).toBeVisible()
  await expect(contact.getByRole('link', { name: 'Twitter' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Business Hours' })).toBeVisible()
  const offers = page.getByRole('region', { name: 'Current Offers' }).getByRole('listitem')
  await expect(offers.filter({ hasText: 'Pangolin loaf' })).toContainText('9 days remaining')
  await expect(offers.filter({ hasText: 'Pangolin wreath' })).toContainText(/Starts on \d/)
  await offers.getByRole('link', { name: 'Pangolin wreath' }).click()
  const waiting = page.getByText(/^Wait until \w{3} \d+ \w{3} \d{4}, when it begins\.$/)
  await expect(waiting).toBeVisible()
  const wreath = page.url()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Pangolin Bakery' })).toBeVisible()
  await page.getByRole('link', { name: 'Food', exact: true }).click()
  await expect(page).toHaveURL(/\/\?category=Food$/)

  consoleWatch.expectConsole(/status of 404/)
  expect((await page.goto('/shops/nothing-like-it'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Shop not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/$/)

  // Whoever waits on the page for an offer to begin is told the code then, which was kept from them before.
  await page.clock.install()
  await page.goto(wreath)
  await expect(waiting).toBeVisible()
  const asked = page.waitForRequest((sent) => sent.url().endsWith(`/api/v1${new URL(wreath).pathname}`))
  await page.clock.fastForward(5 * DAY)
  await asked
  await expect(waiting).toHaveCount(0)
})

test('a shop without offers says so [#107]', async ({ page, request, adminKey }) => {
  await importRows(request, adminKey, [
    { title: 'Gone before', category: 'Other', shop: 'Empty Window', address: '9 Void Road', external_id: 'gone' },
  ])
  const { shop: id } = await findOffer(request, 'Gone before')
  await importRows(request, adminKey, [
    {
      title: 'Gone before',
      category: 'Other',
      shop: 'Empty Window',
      address: '9 Void Road',
      external_id: 'gone',
      end_date: dayFromNow(-1),
    },
  ])
  await page.goto(`/shops/${id}`)
  await expect(page.getByText('No current offers from this shop')).toBeVisible()
})

test('a code is copied, and so is the link where a browser has no way to share; one that can is asked to; an offer is saved for later, until it has ended [#95, #96, #97, #100]', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { offer } = await findOffer(request, 'Pangolin loaf')
  await page.clock.install()
  await page.goto(`/offers/${offer}`)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Code copied to clipboard', { exact: true })).toBeVisible()
  expect(await clipboard()).toBe('SCALE25')

  // Who changes their mind while the browser shares copies nothing.
  await page.evaluate(() => {
    Navigator.prototype.share = (data) => {
      document.documentElement.dataset['shared'] = JSON.stringify(data)
      return Promise.reject(new DOMException('cancelled', 'AbortError'))
    }
  })
  const share = page.getByRole('group', { name: 'Share' })
  await share.getByRole('button', { name: 'Share' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-shared', new RegExp(`Pangolin loaf.*${offer}`))
  await expect(page.getByText('Link copied to clipboard')).toHaveCount(0)
  expect(await clipboard()).toBe('SCALE25')

  await page.evaluate(() => delete (Navigator.prototype as Partial<Navigator>).share)
  await share.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Link copied to clipboard', { exact: true })).toBeVisible()
  expect(await clipboard()).toBe(page.url())
  for (const [name, host] of [
    ['Facebook', 'www.facebook.com'],
    ['Twitter', 'twitter.com'],
  ] as const) {
    const link = share.getByRole('link', { name })
    const href = new URL((await link.getAttribute('href'))!)
    expect([href.protocol, href.host]).toEqual(['https:', host])
    expect([href.searchParams.get('u') ?? href.searchParams.get('url')]).toEqual([page.url()])
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  await expect(share.getByRole('link', { name: 'Email' })).toHaveAttribute('href', /^mailto:\?subject=Pangolin%20loaf/)

  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Save for Later' }) })
  await expect(card.getByRole('link', { name: 'Get Directions' })).toBeVisible()
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('pangolin-loaf-two-for-less.ics')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`DTEND;VALUE=DATE:${dayFromNow(10).replaceAll('-', '')}\r\n`)
  expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:Pangolin loaf\\, two for less\\, Pangolin Bakery\r\n')

  // Its end comes while the page is open: it greys, and what one would do with it goes.
  await expect(card).toBeVisible()
  await page.clock.fastForward(11 * DAY)
  await expect(page.getByText('EXPIRED', { exact: true })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('on a phone the way there and the call are under the thumb, above the lower edge; on paper nothing is left to press, and no heading stands over nothing [#100, #108]', async ({
  page,
  request,
}) => {
  const { offer, shop: id } = await findOffer(request, 'Pangolin loaf')
  const outward = page.getByRole('link', { name: /^(Get Directions|Call|Facebook|Email$)/ })
  const print = async (heading?: string) => {
    // As wide as a sheet of A4 between its margins, where a screen has the dock.
    await page.setViewportSize({ width: 718, height: 1000 })
    await expect(page.getByRole('button').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(outward).toHaveCount(0)
    if (heading) await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
    await page.emulateMedia({ media: null })
    await page.setViewportSize(PHONE)
  }
  await page.setViewportSize(PHONE)
  await page.goto(`/offers/${offer}`)
  const dock = page.getByRole('group', { name: 'Actions' })
  await expect(dock.getByRole('link', { name: 'Get Directions' })).toBeInViewport()
  await expect(dock.getByRole('link', { name: 'Call Pangolin Bakery' })).toHaveAttribute('href', 'tel:+94112345678')
  // What has the focus is never behind it.
  await page.getByRole('link', { name: 'View Profile' }).focus()
  const [focused, bar] = [await page.getByRole('link', { name: 'View Profile' }).boundingBox(), await dock.boundingBox()]
  expect(focused!.y + focused!.height).toBeLessThan(bar!.y)
  await print('Save for Later')
  await page.goto(`/shops/${id}`)
  await expect(dock.getByRole('link', { name: 'Call Shop' })).toBeInViewport()
  await print('Follow Us')
  await page.goto('/')
  await print()
})

test('Sinhala and Tamil titles are set as those scripts ask, with fonts that only their pages fetch', async ({ page, request }) => {
  const fonts: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'font') fonts.push(sent.url())
  })
  await page.goto('/privacy')
  await page.evaluate(() => document.fonts.ready)
  expect(fonts.filter((url) => url.includes('noto'))).toEqual([])
  for (const [word, language] of [
    ['ඇඹුල්', 'si'],
    ['தோசை', 'ta'],
  ] as const) {
    await page.goto(`/offers/${(await findOffer(request, word)).offer}`)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveAttribute('lang', language)
    await expect(title).toHaveCSS('letter-spacing', 'normal')
    const [height, size] = await title.evaluate((node) =>
      [getComputedStyle(node).lineHeight, getComputedStyle(node).fontSize].map(parseFloat),
    )
    expect(height! / size!).toBeGreaterThanOrEqual(1.499)
    const name = language === 'si' ? 'sinhala' : 'tamil'
    await expect.poll(() => fonts.some((url) => url.includes(`noto-sans-${name}`))).toBe(true)
  }
})

test('special days stand beside the week, with today marked; what only the words of an offer ask is shown as a suggestion, with the words, below what the shop states [#101]', async ({
  page,
  request,
  adminKey,
}) => {
  const terms = 'Valid Monday to Friday. Minimum bill of Rs. 800.'
  const cells = { title: 'Civet curry for one', shop: 'Civet Canteen', category: 'Other', payment: 'cash', usage_limit: '2' }
  const week = {
    address: '3 Sea Street',
    hours: 'mon-sun 09:00-17:00',
    special_hours: `${dayFromNow(0)} closed; ${dayFromNow(3)} 10:00-12:00`,
  }
  await importRows(request, adminKey, [{ ...cells, ...week, end_date: dayFromNow(9), terms }])
  const { offer } = await findOffer(request, 'Civet curry')
  await page.goto(`/offers/${offer}`)
  const today = page.getByRole('row', { name: /today/ })
  await expect(today).toHaveCount(1)
  await expect(today).toContainText('Closed')
  await expect(page.getByRole('row', { name: /10:00 to 12:00/ })).toBeVisible()
  const limits = page.locator('section', { has: page.getByRole('heading', { name: 'The catch' }) })
  await expect(limits.getByRole('listitem')).toHaveText([
    'Cash only',
    '2 times per customer',
    'Seems to be on weekdays onlyValid Monday to Friday',
    /^Seems to need a purchase of LKR\s800\.00 or moreMinimum bill of Rs\. 800$/,
  ])
  await expect(limits).toContainText("What only seems so was read from the shop's words. Ask before you go.")
})
