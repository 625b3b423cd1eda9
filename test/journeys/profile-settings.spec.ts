/** Settings: what a device does, and what belongs to an account. */
import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { closeOutside, dayFromNow, findOffer, importRows } from './city.ts'
import { enter, findToast, readProfile, signIn, signUp } from './profile-account.ts'

test.beforeEach(({ page }) => closeOutside(page))

test('in Settings interests are chosen, all that is known is taken along, and devices are listed, signed out one by one, or all at once [#4, D-09, D-21]', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  const { token: second } = await signIn(request, account.user.email)
  await signIn(request, account.user.email)
  await enter(page, account)
  await page.goto('/profile?tab=security')
  await page.getByRole('link', { name: 'Show devices' }).click()
  await expect(page).toHaveURL(/\/settings#devices$/)
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices).toBeInViewport()

  const interests = page.getByRole('region', { name: 'Interests' })
  await interests.getByRole('checkbox', { name: 'Travel & Transport' }).check()
  // What offers carry is suggested, until it is chosen.
  const field = interests.getByLabel('Interested tags')
  const suggestions = interests.locator('datalist option')
  await expect(suggestions.first()).toBeAttached()
  expect(await field.getAttribute('list')).toBe(await interests.locator('datalist').getAttribute('id'))
  const known = await suggestions.allTextContents()
  await field.fill(known[0]!)
  await field.press('Enter')
  await expect(interests.getByRole('listitem')).toHaveText([`#${known[0]!}`])
  expect(await suggestions.allTextContents()).toEqual(known.slice(1))
  await interests.getByRole('button', { name: `Remove tag: ${known[0]!}` }).click()
  await field.fill('#train')
  await interests.getByRole('button', { name: 'Save interests' }).click()
  await expect(findToast(page, 'Interests saved')).toBeVisible()
  await expect(interests.getByRole('listitem')).toHaveText(['#train'])
  expect(await readProfile(request, account)).toMatchObject({ interestedTags: ['train'], interestedCategories: ['Travel & Transport'] })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^kade-my-data-\d{4}-\d\d-\d\d\.json$/)
  const exported = JSON.parse(readFileSync(await file.path(), 'utf8')) as { profile: { email: string }; devices: unknown[] }
  expect([exported.profile.email, exported.devices.length]).toEqual([account.user.email, 3])

  await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  const other = devices.getByRole('button', { name: /^Sign out (?!everywhere)/ })
  await other.first().click()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('heading')).toBeFocused()
  await devices.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(findToast(page, 'Signed out everywhere')).toBeVisible()
  for (const token of [account.token, second!]) {
    const answer = await request.get('/api/v1/consumer/sessions', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status()).toBe(401)
  }
})

/** The pages of lists, after the first, that are asked for from now on. */
function watchPages(page: Page) {
  const pages: string[] = []
  page.on('request', (sent) => {
    if (/\/offers\/all\?.*cursor=/.test(sent.url())) pages.push(sent.url())
  })
  return pages
}

test('a guest finds the preferences of the device, among them that the browser asks to save data, and the way to sign in [#18, D-09]', async ({
  page,
  context,
}) => {
  await page.goto('/settings')
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await page.evaluate(() => [document.documentElement.dataset['theme'], localStorage.getItem('theme')])).toEqual(['dark', 'dark'])
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked()

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 6.9, longitude: 79.86 })
  await page.getByRole('radio', { name: 'Where I am' }).check()
  await expect(page.getByText('Your position stays in this tab')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Where I am' })).toBeChecked()
  await page.getByRole('radio', { name: /The centre of/ }).check()
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) }),
  )
  await page.reload()
  await expect(page.getByRole('radio', { name: /The centre of/ })).toBeChecked()

  await expect(page.getByText('Your browser asks for it')).toBeVisible()
  const pages = watchPages(page)
  await page.getByRole('link', { name: 'Kade, home' }).click()
  await page.getByRole('link', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  expect(pages).toEqual([])

  await page.goBack()
  const account = page.getByRole('region', { name: 'Your account' })
  await account.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('who saves data gets covers for the pictures of shops, and no page that was not asked for [D-09]', async ({
  page,
  request,
  adminKey,
}) => {
  await importRows(request, adminKey, [
    {
      title: 'Gnu picture walk',
      category: 'Entertainment',
      shop: 'Gnu Walks',
      address: '2 Data Street',
      end_date: dayFromNow(6),
      image_url: 'https://pictures.gnu.example/walk.jpg',
      shop_logo: 'https://pictures.gnu.example/logo.png',
    },
  ])
  const asked: string[] = []
  page.on('request', (sent) => {
    if (new URL(sent.url()).hostname !== '127.0.0.1') asked.push(sent.url())
  })
  const pages = watchPages(page)
  await page.goto('/settings')
  await page.getByRole('checkbox', { name: 'Save data' }).check()
  await page.getByRole('link', { name: 'Kade, home' }).click()
  const list = page.getByRole('region', { name: 'Available Offers' })
  const more = list.getByRole('link', { name: 'Show more' })
  await more.scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  expect(pages).toEqual([])
  await more.click()
  await expect.poll(() => pages.length).toBe(1)

  const picture = list.locator('.card', { hasText: 'Gnu picture walk' }).locator('.art img')
  await page.getByPlaceholder('Search offers and shops...').fill('gnu picture')
  // The card may stand there already, as one of many: the address says when the search is done.
  await expect(page).toHaveURL(/q=gnu/)
  await expect(picture).toHaveAttribute('src', /^\/covers\//)
  expect(asked).toEqual([])
  // A page that is opened anew has its pictures in it before any script runs: nothing of them is asked for either, nor of the shop's logo.
  await page.reload()
  await expect(picture).toHaveAttribute('src', /^\/covers\//)
  const { offer, shop } = await findOffer(request, 'Gnu picture walk')
  for (const path of [`/offers/${offer}`, `/shops/${shop}`]) {
    await page.goto(path)
    await expect(page.getByRole('img', { name: 'Gnu picture walk' })).toHaveCount(0)
    await expect(page.locator('.mono').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  expect(asked).toEqual([])
  await page.goto('/settings')
  await page.getByRole('checkbox', { name: 'Save data' }).uncheck()
  expect(await page.context().cookies()).toEqual([])
  await page.goto(`/shops/${shop}`)
  await expect(page.locator('.card', { hasText: 'Gnu picture walk' }).locator('.art img')).toHaveAttribute(
    'src',
    /^https:\/\/pictures\.gnu\.example\//,
  )
  await expect.poll(() => asked).toContain('https://pictures.gnu.example/logo.png')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a browser that asks to save data gets covers with the page itself, and any other the pictures', async ({
    page,
    request,
    adminKey,
  }) => {
    await importRows(request, adminKey, [
      {
        title: 'Eland picture walk',
        category: 'Entertainment',
        shop: 'Eland Walks',
        address: '3 Data Street',
        end_date: dayFromNow(6),
        image_url: 'https://pictures.eland.example/walk.jpg',
      },
    ])
    const { offer } = await findOffer(request, 'Eland picture walk')
    const picture = page.getByRole('article').locator('.art img')
    await page.goto(`/offers/${offer}`)
    await expect(picture).toHaveAttribute('src', /^https:/)
    await page.setExtraHTTPHeaders({ 'save-data': 'on' })
    const answer = await page.goto(`/offers/${offer}`)
    await expect(picture).toHaveAttribute('src', /^\/covers\//)
    // Caches between keep the two apart.
    expect(await answer!.headerValue('vary')).toBe('accept-encoding, save-data, cookie')
  })
})
