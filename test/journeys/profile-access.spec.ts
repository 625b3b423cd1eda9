/** Everybody can use profile and settings: under the eyes of axe, on the smallest screens, and by keyboard alone. */
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'

import { expect, test } from '#test/journey.ts'

import { type Account } from './accounts.ts'
import { findOffer } from './city.ts'
import { findFaults } from './find-faults.ts'
import { editProfile, enter, findToast, readProfile, signUp } from './profile-account.ts'

/** Each follows on the one before, on the same page where it names none. */
type State = { name: string; path?: string; isGuest?: true; act?: (page: Page) => Promise<void> }
const STATES: State[] = [
  { name: 'settings of a guest', path: '/settings', isGuest: true },
  { name: 'profile', path: '/profile', act: (page) => expect(page.getByText('#seafood')).toBeVisible() },
  { name: 'edit mode', act: editProfile },
  {
    name: 'edit mode with faults',
    act: async (page) => {
      await page.getByLabel('Full name').fill('')
      await page.getByLabel('Phone', { exact: true }).fill('077')
      await page.getByLabel('Email', { exact: true }).fill('new@post.example')
      await page.getByLabel('Interested tags').fill('rice, curry')
      await page.getByRole('button', { name: 'Add tag' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByLabel('Full name')).toBeFocused()
    },
  },
  {
    name: 'security with a fault',
    act: async (page) => {
      await page.getByRole('tab', { name: 'Security Settings' }).click()
      await page.getByRole('button', { name: 'Change Password' }).click()
    },
  },
  {
    name: 'deletion',
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await page.getByRole('button', { name: 'Delete for good' }).click()
    },
  },
  {
    name: 'settings',
    path: '/settings',
    act: async (page) => {
      await expect(page.getByText('This device', { exact: true }).nth(1)).toBeVisible()
      await expect(page.locator('#recommendations').getByRole('listitem')).toHaveCount(1)
    },
  },
  { name: 'start over', act: (page) => page.getByRole('button', { name: 'Start over' }).click() },
]

/** A picture, interests and an offer that is not wanted, so that there is something to find fault with. */
async function fillProfile(request: APIRequestContext, { token, user }: Account) {
  const headers = { authorization: `Bearer ${token}` }
  const data = { interestedCategories: ['Food', 'Travel & Transport'], interestedTags: ['seafood', 'ඇඹුල් තියල්'] }
  await request.put(`/api/v1/consumer/update-profile/${user.id}`, { headers, data })
  const buffer = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c64a6a' } })
    .png()
    .toBuffer()
  const multipart = { profileImage: { name: 'me.png', mimeType: 'image/png', buffer } }
  await request.post(`/api/v1/consumer/upload-image/${user.id}`, { headers, multipart })
  await request.post('/api/v1/consumer/not-interested', { headers, data: { offerId: (await findOffer(request, 'kottu')).offer } })
}

test('axe finds nothing in profile and settings, and in what they say of recommendations, in light and in dark, on a phone and on a desk; at 320 px nothing runs out', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const name = 'Wickramanayakesubramaniamcharlottenburg of the long names'
  const account = await signUp(request, { name, birthday: '1990-04-12', gender: 'Female' })
  await fillProfile(request, account)
  const faults: string[] = []
  let isIn = false
  for (const { name: state, path: address, isGuest, act } of STATES) {
    if (!isGuest && !isIn) {
      await enter(page, account)
      await page.evaluate(() => sessionStorage.clear())
      isIn = true
    }
    if (address) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    }
    await act?.(page)
    faults.push(...(await findFaults(page, state)))
  }
  expect(faults).toEqual([])
})

test('a profile is edited, its tabs are changed and an account is kept, by keyboard alone', async ({ page, request }) => {
  const account = await signUp(request)
  await enter(page, account)
  await page.goto('/profile')
  await expect(page.getByRole('tab').first()).toBeVisible()
  const tabTo = async (name: string | RegExp) => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const { activeElement: element } = document
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
        return (element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '').trim()
      })
      if (typeof name === 'string' ? focused === name : name.test(focused)) return
    }
    throw new Error(`Tab never came to ${String(name)}`)
  }
  await tabTo('Edit Profile')
  await page.keyboard.press('Enter')
  await tabTo('Full name')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Key Perera')
  await tabTo('Food')
  await page.keyboard.press('Space')
  await tabTo('Interested tags')
  await page.keyboard.type('keys')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(findToast(page, 'Profile updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  expect(await readProfile(request, account)).toMatchObject({
    name: 'Key Perera',
    interestedCategories: ['Food'],
    interestedTags: ['keys'],
  })

  // Over "Send it again" and "Refresh".
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('tab', { name: 'Profile Information' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Security Settings' })).toBeFocused()
  await expect(page).toHaveURL(/tab=security$/)
  await tabTo('Delete Account')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()
})
