import { expect, test } from '#test/journey.ts'

import { closeOutside } from './city.ts'

test('on a slow network something shows before the answer does, and old results stay until the new ones come [#71]', async ({ page }) => {
  await closeOutside(page)
  await page.goto('/')
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 3_000,
    downloadThroughput: 50_000,
    uploadThroughput: 20_000,
  })

  const list = page.getByRole('region', { name: 'Available Offers' })
  const titles = list.getByRole('heading', { level: 3 })
  const before = await titles.first().textContent()
  await page.getByRole('searchbox').fill('rice')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading', { timeout: 2_500 })
  await expect(titles.first()).toHaveText(before!)
  await expect(list.locator('[aria-busy="true"]')).toBeVisible()
  await expect(page).toHaveURL(/q=rice/)
  await expect(titles.first()).not.toHaveText(before!)
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('')

  // Whoever changes their mind is not shown what they no longer want.
  await page.getByRole('searchbox').fill('rice curry no such')
  await page.waitForTimeout(300)
  await page.getByRole('searchbox').fill('sa')
  await expect(page).toHaveURL(/q=sa$/)
  await expect(titles.first()).toBeVisible()

  const chosen = titles.first().getByRole('link')
  const title = (await chosen.textContent())!
  await chosen.click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading', { timeout: 2_500 })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})
