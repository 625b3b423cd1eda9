/** The pages of one offer and of one shop. */
import { expect, test } from '#test/journey.ts'

import { closeOutside, dayFromNow, findOffer, importRows, type Row } from './city.ts'

test.beforeEach(({ page }) => closeOutside(page))

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

test('an offer says what it is, what it costs, what the catch is and what to do [#91, #92, #93, #94, #95, #98, #99, #101, #89]', async ({
  page,
  request,
  adminKey,
}) => {
  await importRows(request, adminKey, [
    loaf,
    { ...shop, title: 'Pangolin buns', category: 'Food', end_date: dayFromNow(3), tags: 'pangolin' },
  ])
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

test('an offer that has ended is greyed, stamped and keeps its code to itself [#88, #149]', async ({ page, request, adminKey }) => {
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
})

test('a shop says who it is, when it is open and how to reach it [#104, #105, #106, #107]', async ({ page, request }) => {
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
  await page.getByRole('link', { name: 'Food', exact: true }).click()
  await expect(page).toHaveURL(/\/\?category=Food$/)
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
