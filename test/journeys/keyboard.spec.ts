/** What a shopper and an operator do, once more, without a mouse. */
import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { dayFromNow, findOffer, importRows, toCsv } from './city.ts'

/** Goes on by Tab until something of this name has the focus. */
async function tabTo(page: Page, name: string | RegExp) {
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document
      const label = element && 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
      return (element?.getAttribute('aria-label') ?? (label || element?.textContent) ?? '').trim()
    })
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
  }
  throw new Error(`Tab never came to ${String(name)}`)
}

test('an offer is searched for, opened, its code copied, its shop visited, and left again, by keyboard alone', async ({
  page,
  context,
  request,
  adminKey,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await importRows(request, adminKey, [
    {
      title: 'Tabulated breakfast',
      shop: 'Key House',
      address: '1 Tab Lane',
      category: 'Food',
      discount: '20%',
      end_date: dayFromNow(20),
      redemption_code: 'TAB20',
    },
  ])
  await page.goto('/')
  await tabTo(page, /^Search/)
  await page.keyboard.type('tabulated')
  await expect(page.getByRole('status').filter({ hasText: '1 offer' })).toBeVisible()
  await tabTo(page, 'Tabulated breakfast')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tabulated breakfast' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, /^Copy/)
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('TAB20')
  await tabTo(page, 'View Profile')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Key House' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Tabulated breakfast' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('status').filter({ hasText: '1 offer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tabulated breakfast' })).toBeFocused()
})

test('wishes are made and taken back, the theme and the view changed, by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, /theme|dark/i)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await tabTo(page, 'Next deal')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Deal 2 of 5' })).toHaveAttribute('aria-current', 'true')
  await tabTo(page, /^Categories/)
  await page.keyboard.type('Food')
  await expect(page).toHaveURL(/category=Food/)
  await tabTo(page, /^Remove.*Food/)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/category=/)
  await tabTo(page, 'All shops')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=shops/)
})

test('who takes a filter back stands on the one beside it, and at the head of the list once all are cleared', async ({ page }) => {
  await page.goto('/?category=Food&tags=rice&tags=curry&q=no+such+thing')
  const before = await page.evaluate(() => history.length)
  const chip = (name: string) => page.getByRole('link', { name: `Remove filter: ${name}` })
  const heading = page.getByRole('heading', { name: 'Available Offers' })
  await tabTo(page, 'Remove filter: #rice')
  await page.keyboard.press('Enter')
  await expect(chip('Food')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chip('#curry')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await expect(page).toHaveURL(/\/\?q=no\+such\+thing$/)

  // Who presses quickly makes fewer steps of it.
  await page.evaluate((length) => history.go(length - history.length), before)
  await expect(chip('#rice')).toBeVisible()
  await tabTo(page, 'Clear all filters')
  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await tabTo(page, 'Clear search')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No current offers found' })).toBeHidden()
  await expect(heading).toBeFocused()
})

test('on a phone with keys the menu and the filters open, close by Escape, and give the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  await tabTo(page, /menu/i)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /menu/i })).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /menu/i })).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('button', { name: /menu/i })).toBeFocused()
  await tabTo(page, /^Filters/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Categories/)
  await page.keyboard.type('Food')
  await expect(page).toHaveURL(/category=Food/)
  // What lies open over the filters closes first.
  await tabTo(page, /^The catch/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Only what I can use' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Only what I can use' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^The catch/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Categories')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
})

test('an operator imports a file by keyboard alone', async ({ page, adminKey }) => {
  await page.goto('/web')
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, 'Admin key')
  await page.keyboard.type(adminKey)
  await tabTo(page, 'CSV file')
  await page.keyboard.press('Enter')
  const rows = [{ title: 'Keyed in', shop: 'Key House', address: '1 Tab Lane', category: 'Food', end_date: dayFromNow(20) }]
  await (await choosing).setFiles({ name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(toCsv(rows)) })
  await tabTo(page, 'Upload')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Imported 1 offer/)).toBeVisible()
  await findOffer(page.request, 'Keyed in')
})
