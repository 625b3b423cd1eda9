/** Where the shopper is: asked for when it is of use, said when it cannot be had, and never part of a link. */
import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { dayFromNow, findOffer, importRows } from './city.ts'

const wellawatte = { latitude: 6.8748123, longitude: 79.8612456 }

const nearMe = (page: Page) => page.getByRole('button', { name: 'Near me' })
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const firstDistance = (page: Page) => page.getByRole('region', { name: 'Available Offers' }).locator('.where').first()

test('nobody is asked on arrival, and distances from the centre are marked as approximate [#200]', async ({ page }) => {
  await page.addInitScript(() => {
    Geolocation.prototype.getCurrentPosition = () => void (document.documentElement.dataset['asked'] = 'yes')
  })
  await page.goto('/')
  await expect(firstDistance(page)).toContainText('~')
  await expect(page.getByText('Distances are measured from the centre of Colombo, so they are approximate.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Distance' })).toHaveCount(0)
  await nearMe(page).waitFor()
  await expect(page.locator('html')).not.toHaveAttribute('data-asked')
})

test('who asks by keyboard stands on the pin once the place is known, and on a shop’s page on its next line', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(wellawatte)
  await page.goto('/')
  await nearMe(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Distances are measured from where you are (change this)' })).toBeFocused()

  await page.evaluate(() => sessionStorage.clear())
  const { shop } = await findOffer(request, 'rice')
  await page.goto(`/shops/${shop}`)
  await nearMe(page).press('Enter')
  await expect(nearMe(page)).toHaveCount(0)
  await expect(page.locator('.lines a').first()).toBeFocused()
})

test('a known place measures every distance, puts the nearest first and narrows the list by the chip; links hold no place [#7, #61, #65]', async ({
  page,
  context,
  request,
  adminKey,
}) => {
  await importRows(request, adminKey, [
    {
      title: 'Numbat at the corner',
      category: 'Food',
      shop: 'Numbat',
      address: '1 Ant Road',
      latitude: '6.8752',
      longitude: '79.8612',
      tags: 'numbat',
      end_date: dayFromNow(5),
    },
    {
      title: 'Numbat far out',
      category: 'Food',
      shop: 'Numbat',
      address: '2 Ant Road',
      latitude: '6.9614',
      longitude: '79.8656',
      tags: 'numbat',
      end_date: dayFromNow(2),
    },
    { title: 'Numbat nobody finds', category: 'Food', shop: 'Numbat', address: '3 Ant Road', tags: 'numbat', end_date: dayFromNow(4) },
  ])
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(wellawatte)
  const asked: string[] = []
  page.on('request', (sent) => void asked.push(sent.url()))
  await page.goto('/?tags=numbat')
  await nearMe(page).click()
  await expect(page).toHaveURL(/\?tags=numbat&sort=distance$/)
  const titles = page.getByRole('region', { name: 'Available Offers' }).getByRole('heading', { level: 3 })
  await expect(titles).toHaveText(['Numbat at the corner', 'Numbat far out', 'Numbat nobody finds'])
  await expect(page.locator('.where').filter({ hasText: 'Numbat' })).toContainText(['43 m', '9.6 km', 'Unknown distance'])
  await expect(page.getByText('so they are approximate')).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Distance' }).selectOption({ label: 'Within 1 km' })
  await expect(page).toHaveURL(/\?tags=numbat&radius=1&sort=distance$/)
  await expect(titles).toHaveText(['Numbat at the corner'])
  await expect(page.getByRole('status').filter({ hasText: '1 offer, nearest first. 1 more has no known place' })).toBeVisible()
  // Nobody is told more than the street.
  expect(asked.some((url) => /near=6\.875(%2C|,)79\.861(&|$)/.test(url))).toBe(true)
  expect(asked.filter((url) => url.includes('6.8748'))).toEqual([])

  // The place holds for the session, and on every page.
  await page.reload()
  await expect(titles).toHaveText(['Numbat at the corner'])
  await expect(firstDistance(page)).toContainText('43 m')
  await page.getByRole('link', { name: 'Numbat at the corner' }).click()
  await expect(page.getByText(/43 m away\. 5 days remaining/)).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Remove filter: Within 1 km' }).click()
  await expect(titles).toHaveCount(3)
})

test('what is wished while the position is on its way stays, a sort as well, and whoever has left by then is not called back', async ({
  page,
}) => {
  await page.addInitScript(({ latitude, longitude }) => {
    Geolocation.prototype.getCurrentPosition = (found) =>
      window.addEventListener('found', () => found({ coords: { latitude, longitude } } as GeolocationPosition), { once: true })
  }, wellawatte)
  const find = () => page.evaluate(() => window.dispatchEvent(new Event('found')))
  await page.goto('/')
  await nearMe(page).click()
  await page.getByRole('searchbox').fill('rice')
  await expect(page).toHaveURL(/\?q=rice$/)
  await find()
  await expect(page).toHaveURL(/\?q=rice&sort=distance$/)

  const forget = () => page.evaluate(() => sessionStorage.clear())
  await forget()
  await page.goto('/')
  await nearMe(page).click()
  await page.getByLabel('Sort').selectOption({ label: 'Newest' })
  await expect(page).toHaveURL(/\?sort=newest$/)
  await find()
  await expect(nearMe(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\?sort=newest$/)

  await forget()
  await page.goto('/?q=rice')
  await nearMe(page).click()
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/offers\/[\da-f-]{36}$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('region', { name: 'Available Offers' }).getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Loading')
  await find()
  held.resolve()
  await expect(page).toHaveURL(/\/offers\//)
  await expect(page.getByText(/ m away|km away/)).toBeVisible()
  await expect(page).toHaveURL(/\/offers\/[^?]+$/)
})

test('a shared circle without a known place lies around the centre, and says so [#200]', async ({ page }) => {
  const response = await page.goto('/?radius=2&sort=distance')
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('combobox', { name: 'Distance' }).locator('option:checked')).toHaveText('Within 2 km of the centre')
  await expect(firstDistance(page)).toContainText('~')
})

test('from where distances are measured stands beside the chip, also in Settings, where it can be changed [D-09]', async ({
  page,
  context,
}) => {
  await page.goto('/')
  const pin = page.getByRole('link', { name: /^Distances are measured from/ })
  await expect(pin).toHaveAccessibleName('Distances are measured from the centre (change this)')
  // Without scripts, and in another tab, it is a link.
  const opened = context.waitForEvent('page')
  await pin.click({ modifiers: ['ControlOrMeta'] })
  const settings = await opened
  await expect(settings).toHaveURL(/\/settings#distances$/)
  await settings.close()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(wellawatte)
  await page.goto('/settings#distances')
  const setting = page.getByRole('group', { name: 'Distances are measured from' })
  await expect(setting).toBeInViewport()
  await expect(setting).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Your position stays in this tab')).toBeVisible()
  await page.goBack()
  await expect(pin).toHaveAccessibleName('Distances are measured from where you are (change this)')
  // A place that a link names is not chosen here. A press on the chip is then one on the choice itself, as a browser opens it.
  await page.goto('/?near=6.9,79.9')
  const circle = page.getByRole('combobox', { name: 'Distance' })
  await circle.scrollIntoViewIfNeeded()
  const isOnTop = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
  }
  expect(await circle.evaluate(isOnTop)).toBe(true)
  await expect(pin).toHaveCount(0)
})

test('a refusal says so and leads to the choice of a place; until then the list stays sorted from the centre [#238, #200]', async ({
  page,
}) => {
  await page.goto('/')
  await nearMe(page).click()
  await expect(toast(page, 'Location Error')).toContainText('Location access denied. Please enable location services.')
  await expect(nearMe(page)).toBeVisible()
  await page.getByLabel('Sort').selectOption({ label: 'Nearest first' })
  await expect(page).toHaveURL(/\?sort=distance$/)
  await expect(page.getByRole('status').filter({ hasText: 'nearest first' })).toBeVisible()
  await expect(firstDistance(page)).toContainText('~')
  const toChoice = toast(page, 'Location Error').getByRole('link', { name: 'Choose a place' })
  await toChoice.first().click()
  await expect(page).toHaveURL(/\/settings#distances$/)
  await expect(toast(page, 'Location Error')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Where I am' }).click()
  await expect(toast(page, 'Location Error')).toBeVisible()
  await expect(toChoice).toHaveCount(0)
})

test('a place that cannot be had, takes too long or fails in its own way says so, and a browser without positions is told that distances stay approximate [#238, #239, #256]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(null)
  await page.goto('/')
  await nearMe(page).click()
  await expect(toast(page, 'Location Error')).toContainText('Location information is unavailable.')

  for (const [code, message] of [
    [3, 'Location request timed out. Try again later.'],
    [9, 'Could not get your location'],
  ] as const) {
    await page.evaluate((failure) => {
      Geolocation.prototype.getCurrentPosition = (_done, fail, options) => {
        document.documentElement.dataset['options'] = JSON.stringify({ failure, ...options })
        fail?.({ code: failure } as GeolocationPositionError)
      }
    }, code)
    await nearMe(page).click()
    await expect(toast(page, 'Location Error').filter({ hasText: message })).toBeVisible()
    const options = await page.locator('html').getAttribute('data-options')
    expect(JSON.parse(options!)).toEqual({ failure: code, enableHighAccuracy: true, timeout: 30_000, maximumAge: 60_000 })
  }

  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'))
  await nearMe(page).click()
  await expect(toast(page, 'Location Not Supported')).toContainText(
    'Geolocation is not supported by your browser. Distances will be approximate.',
  )
})
