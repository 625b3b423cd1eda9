/** Liked offers and shops for everybody: long lists are cleared in one go, by keyboard alone, under the eyes of axe, on the smallest screens. */
import { expect, test } from '#test/journey.ts'

import { findFaults } from './find-faults.ts'
import { call, keepOffers, likeShop, removalOf, titles } from './liked-account.ts'
import { enter, findToast, signUp } from './profile-account.ts'

test('all that has ended is removed after a question, also what is not loaded yet, and what could not be is counted', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  test.setTimeout(120_000)
  consoleWatch.expectConsole(/status of 500|The removal of 2 offers failed/)
  const account = await signUp(request)
  const kept = { request, account }
  const ended = Object.fromEntries(Array.from({ length: 34 }, (_, index) => [`Kudu past ${String(index).padStart(2, '0')}`, -1 - index]))
  await keepOffers(kept, adminKey, 'Kudu Hall', { 'Kudu now': 3, ...ended })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, account)
  // Without this the second page comes by itself, before anybody has scrolled to it.
  await page.addInitScript(() => localStorage.setItem('data-saving', 'on'))
  await page.goto('/liked-offers')
  await expect(titles(page)).toHaveCount(24)
  const stubborn = await Promise.all(
    ['Kudu past 03', 'Kudu past 30'].map(async (title) => (await call(kept, 'get', `liked-offers?q=${title}`))[0]!.id),
  )
  await page.route('**/api/v1/interactions', (route) =>
    stubborn.some((id) => route.request().postData()?.includes(id)) ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  const opener = page.getByRole('button', { name: 'Remove all expired' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove all expired offers?' })
  await expect(dialog.getByText('34 of your 35 liked offers have ended.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(opener).toBeFocused()
  await expect(titles(page)).toHaveCount(24)

  await opener.click()
  await dialog.getByRole('button', { name: 'Remove 34' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('2 of 34 expired offers could not be removed.')
  await page.unroute('**/api/v1/interactions')
  await dialog.getByRole('button', { name: 'Remove 2' }).click()
  await expect(findToast(page, '34 expired offers removed')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(titles(page)).toHaveText(['Kudu now'])
  await expect(opener).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '1 offer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show more' })).toHaveCount(0)
  expect((await call(kept, 'get', 'liked-offers')).map(({ title }) => title)).toEqual(['Kudu now'])
})

test('rows are removed, brought back and cleared by keyboard alone; axe finds nothing in liked offers and shops, in both themes, on a phone and on a desk; at 320 px nothing runs out', async ({
  page,
  request,
  adminKey,
}) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const account = await signUp(request)
  const kept = { request, account }
  const long = 'Dikdiksubramaniamcharlottenburgwickramanayake'
  await likeShop(kept, await keepOffers(kept, adminKey, `${long} Hut`, { [`${long} offers`]: 2, 'Dikdik pie': 4, 'Dikdik tart': -1 }))
  await enter(page, account)
  const faults: string[] = []
  const look = async (name: string) => void faults.push(...(await findFaults(page, name)))
  await page.goto('/liked-offers')
  await expect(titles(page)).toHaveCount(3)
  await look('liked offers')

  const tabTo = async (name: string) => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
      )
      if (focused === name) return
    }
    throw new Error(`Tab never came to ${name}`)
  }
  await tabTo(`Remove ${long} offers from liked offers`)
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(['Dikdik pie', 'Dikdik tart'])
  await expect(removalOf(page, 'Dikdik pie')).toBeFocused()
  await page.keyboard.press('F8')
  await tabTo('Undo')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText([`${long} offers`, 'Dikdik pie', 'Dikdik tart'])
  await page.getByRole('main').focus()
  await tabTo('Remove all expired')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByText('1 of your 3 liked offers has ended.')).toBeVisible()
  await look('the question')
  await tabTo('Remove 1')
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText([`${long} offers`, 'Dikdik pie'])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.getByRole('banner').getByRole('link', { name: 'Liked Shops' }).click()
  await expect(titles(page)).toHaveCount(1)
  await look('liked shops')
  expect(faults).toEqual([])
})
