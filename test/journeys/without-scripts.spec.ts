/** Every page works as plain HTML. */
import { expect, test } from '#test/journey.ts'

test.use({ javaScriptEnabled: false })

test('without scripts one can search, filter, turn the page and open an offer and its shop; the filters of a desk stand in one row, as they do with them [#1, #16, #17]', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Switch between light and dark' })).toBeHidden()
  const bottoms = await page
    .locator('#filters .select')
    .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().bottom))
  expect(bottoms).toHaveLength(7)
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThanOrEqual(2)

  const titles = page.getByRole('region', { name: 'Available Offers' }).getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(12)
  const first = await titles.first().textContent()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/cursor=/)
  await expect(titles).toHaveCount(12)
  expect(await titles.first().textContent()).not.toBe(first)
  await page.getByRole('link', { name: 'Back to the beginning of the list' }).click()
  expect(await titles.first().textContent()).toBe(first)

  await page.getByRole('searchbox').fill('rice')
  await page.getByLabel('Categories').selectOption('Food')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/q=rice/)
  // One lands at the list, not above what welcomes.
  await expect(titles.first()).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Remove filter: Food' })).toBeVisible()
  await titles.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/offers\//)
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(/\/shops\//)
  await page.getByRole('link', { name: 'Back to all shops' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Shops' })).toBeVisible()
})
