/** What stands around every page: header, footer, menu, notifications, and what happens to a tab that has grown old. */
import { expect, test } from '#test/journey.ts'

import { account, beSignedIn } from './accounts.ts'
import { findOffer } from './city.ts'

test('the footer says what this is, who to write to, and what year it is, the front page has one line instead; on a small screen a menu opens and closes, and navigation stands at the bottom, except on the front page [#19, #29, #30, #31, #36, #39, #44, #46, #47, #169]', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2031-05-05'))
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await expect(page.getByText('We keep no exact position of guests.')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('Discover offers and shops near you in Colombo, and shop local.')
  await expect(footer.getByRole('link', { name: 'help@kade.example' })).toHaveAttribute('href', 'mailto:help@kade.example')
  await expect(footer.getByRole('link', { name: 'Source code' })).toHaveAttribute('href', 'https://source.kade.example')
  await expect(footer.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  // The year of the server and the city, not of a device whose clock is wrong.
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Kade`)
  await footer.getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  const bottom = page.getByRole('navigation', { name: 'Bottom' })
  await expect(bottom).toBeInViewport()
  await bottom.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('navigation', { name: 'Bottom' })).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Menu' })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.press('Enter')
  await menu.getByRole('link', { name: 'All shops' }).click()
  await expect(page).toHaveURL(/view=shops/)
  await expect(menu).toBeHidden()
  await button.click()
  await page.mouse.click(180, 600)
  await expect(menu).toBeHidden()

  await page.setViewportSize({ width: 1280, height: 740 })
  await expect(button).toBeHidden()
})

test('in the menu of the account one finds an entry by its first letters, which are forgotten after a second [#43]', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await beSignedIn(page, request)
  await page.goto('/privacy')
  await account(page).click()
  const [profile, logout] = [page.getByRole('menuitem').first(), page.getByRole('menuitem', { name: 'Logout' })]
  await expect(logout).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const type = async (letter: string, wait: number) => {
    await page.keyboard.press(letter)
    await page.clock.runFor(wait)
  }
  await type('l', 999)
  await expect(logout).toBeFocused()
  // Within the second it is one more letter of the same word, and no entry begins with "ln".
  await type('n', 999)
  await expect(logout).toBeFocused()
  await type('n', 1_000)
  await expect(logout).toBeFocused()
  await type('n', 1)
  await expect(profile).toBeFocused()
})

test('F8 leads to the notifications, which show five seconds, do not pile up, and are swept away to the right [#259, #260]', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/?category=Food')
  await page.waitForFunction(() => document.documentElement.dataset['scripted'] === '')
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  const toast = region.getByRole('listitem').filter({ hasText: 'Filters reset' })
  await expect(toast).toBeVisible()
  await page.keyboard.press('F8')
  await expect(region.getByRole('list')).toBeFocused()
  // While somebody is there, it waits.
  await page.clock.runFor(5_500)
  await expect(toast).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.clock.runFor(5_000)
  await expect(toast).toBeHidden({ timeout: 1_000 })

  await page.goBack()
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(toast).toBeVisible()
  await page.waitForTimeout(400)
  const box = (await toast.boundingBox())!
  const drag = async (distance: number) => {
    await page.mouse.move(box.x + 60, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 60 + distance, box.y + 20, { steps: 5 })
    await page.mouse.up()
  }
  await drag(40)
  await expect(toast).toBeVisible()
  await drag(80)
  await expect(toast).toBeHidden({ timeout: 1_000 })

  const refresh = page.getByRole('button', { name: 'Refresh' })
  const refreshed = region.getByRole('listitem').filter({ hasText: 'Data refreshed' })
  for (let press = 0; press < 3; press++) {
    await expect(refresh).toBeEnabled()
    await refresh.click()
    await expect(refreshed).toBeVisible()
  }
  await expect(refresh).toBeEnabled()
  await expect(refreshed).toHaveCount(1)
  // Whoever is at its button when the next one comes does not lose their place.
  await refreshed.getByRole('button', { name: 'Close' }).focus()
  await refresh.dispatchEvent('click')
  await expect(region.getByRole('list')).toBeFocused()
})

test('a tab from before a deploy, whose scripts are gone, comes to where the click leads, with one reload and no loop', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/Failed to load resource|Error loading route module|Failed to fetch dynamically/)
  const { offer, shop } = await findOffer(request, 'rice')
  await page.goto(`/shops/${shop}`)
  // The scripts of other pages, by the names that this tab knows, are no longer there.
  let isGone = true
  await page.route(/\/assets\/offer-page-[^/]*\.js/, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  let documents = 0
  page.on('domcontentloaded', () => documents++)
  page.on('request', (sent) => {
    // The new document knows the new names.
    if (sent.isNavigationRequest() && sent.url().includes('/offers/')) isGone = false
  })
  await page.locator(`main a[href="/offers/${offer}"]`).click()
  await expect(page).toHaveURL(new RegExp(`/offers/${offer}`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(500)
  expect(documents).toBe(2)
})
