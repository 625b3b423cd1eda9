/** What is done with a page before its scripts have taken over. */
import { expect, test } from '#test/journey.ts'

test('what is chosen, written and pressed before a page is alive is done once it is', async ({ page }) => {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Categories').selectOption('Food')
  await page.getByRole('searchbox').fill('rice')
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
  open()
  await expect(page).toHaveURL(/q=rice/)
  await expect(page).toHaveURL(/category=Food/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
