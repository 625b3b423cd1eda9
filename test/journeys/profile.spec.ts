/** The profile, as somebody who has just signed up uses it. */
import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'
import sharp from 'sharp'

import { expect, test } from '#test/journey.ts'

import { beSignedIn, PASSWORD } from './accounts.ts'
import { editProfile, enter, findToast, readProfile, signIn, signUp } from './profile-account.ts'

const makePicture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#c64a6a' } })
    .jpeg()
    .toBuffer()

test('a profile is looked at, edited and left as it was, and a picture is asked for in edit mode alone; what is saved is there again, name, e-mail and phone are required, another address needs the password, and tags are what they should be [#4, #80, #81, #82, #162, #186, #187]', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  await enter(page, account)
  await page.goto('/profile')
  await expect(page.getByRole('tab')).toHaveText(['Profile Information', 'Security Settings'])
  const panel = page.getByRole('tabpanel', { name: 'Profile Information' })
  await expect(panel).toContainText(account.user.email)
  await expect(panel).toContainText('Not confirmed yet')
  await expect(panel.getByText('Not given')).toHaveCount(3)
  await expect(page.getByLabel('Profile picture')).toHaveCount(0)

  await editProfile(page)
  await expect(page.getByRole('heading', { name: 'Edit your details' })).toBeFocused()
  await expect(page.getByLabel('Profile picture')).toBeVisible()
  await page.getByLabel('Full name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await expect(panel).not.toContainText('Somebody Else')
  await editProfile(page)
  await expect(page.getByLabel('Full name')).toHaveValue('Nimali Perera')

  // Another device changes it meanwhile.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await request.put(`/api/v1/consumer/update-profile/${account.user.id}`, {
    headers: { authorization: `Bearer ${account.token}` },
    data: { name: 'Nimali from afar' },
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(panel).toContainText('Nimali from afar')
  await expect(findToast(page, 'Data refreshed')).toBeVisible()

  await editProfile(page)
  for (const label of ['Full name', 'Email', 'Phone']) await page.getByLabel(label, { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await expect(page.getByText('Please enter your email address')).toBeVisible()
  await expect(page.getByText('Please enter your phone number')).toBeVisible()

  const email = `moved-${randomUUID()}@post.example`
  await page.getByLabel('Full name').fill('Nimali Silva')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('(077) 765-4321')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Birthday').fill('1990-04-12')
  await page.getByRole('checkbox', { name: 'Food' }).check()
  await page.getByLabel('Interested tags').fill('  seafood ')
  await page.keyboard.press('Enter')
  await page.getByLabel('Interested tags').fill('SEAFOOD, ,weekend')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByRole('list', { name: 'Your tags' }).getByRole('listitem')).toHaveText(['#seafood', '#weekend'])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Profile updated')).toBeVisible()

  await page.reload()
  for (const text of ['Nimali Silva', email, '077 7654321', 'Female', '12 April 1990', 'Food', '#seafood', '#weekend'])
    await expect(panel).toContainText(text)
  expect(await readProfile(request, account)).toMatchObject({ interestedTags: ['seafood', 'weekend'], interestedCategories: ['Food'] })
})

test('a save that fails keeps every letter and says so in the written words; a picture is taken over at once and stays when the fields are not saved, and what is no picture is refused [#185, #235, #236]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (400|409|415|500)|ERR_FAILED/)
  const [account, other] = [await signUp(request), await signUp(request)]
  await enter(page, account)
  await page.goto('/profile')
  await editProfile(page)
  await page.getByLabel('Email', { exact: true }).fill(other.user.email)
  await page.getByLabel('Current password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The current password is not right.')).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
  await expect(findToast(page, 'There was an error updating your profile. Please try again.')).toBeVisible()
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/An account with this e-mail address exists already/)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()

  await page.route('**/update-profile/*', (route) => route.abort('failed'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'An unexpected error occurred.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(other.user.email)
  await page.unroute('**/update-profile/*')
  await page.getByLabel('Email', { exact: true }).fill(account.user.email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Profile updated')).toBeVisible()

  await editProfile(page)
  const field = page.getByLabel('Profile picture')
  await field.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(findToast(page, 'Invalid file type')).toBeVisible()
  await expect(findToast(page, 'Please upload a JPG, PNG, or GIF image.')).toBeVisible()
  // Its name says JPG; its bytes decide, and the server says what is wrong with it.
  await field.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') })
  await expect(page.getByRole('alert').filter({ hasText: 'Please upload a JPG, PNG, or GIF image.' })).toBeVisible()
  await page.route('**/upload-image/*', (route) => route.fulfill({ status: 500, body: 'a proxy in between' }))
  await field.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await makePicture() })
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred during upload.' })).toBeVisible()
  await page.unroute('**/upload-image/*')

  await field.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await makePicture() })
  await expect(findToast(page, 'Picture updated')).toBeVisible()
  const picture = page.getByRole('main').locator('img[src^="/uploads/"]')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThan(100)
  await page.getByLabel('Full name').fill('Nobody')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(picture).toBeVisible()
  await expect(page.getByText('Nimali Perera').first()).toBeVisible()

  await editProfile(page)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(picture).toHaveCount(0)
  await expect(findToast(page, 'Picture removed')).toBeVisible()
  await expect(field).toBeFocused()
  expect(await readProfile(request, account)).toMatchObject({ imageUrl: null })
})

/** Fills in the form for another password, after everything that it refuses. */
async function changePassword(page: Page) {
  const form = page.getByRole('form', { name: 'Change password' })
  const change = async (current: string, next: string, confirmation = next) => {
    await form.getByLabel('Current password', { exact: true }).fill(current)
    await form.getByLabel('New password', { exact: true }).fill(next)
    await form.getByLabel('Confirm new password', { exact: true }).fill(confirmation)
    await form.getByRole('button', { name: 'Change Password' }).click()
  }
  await change(PASSWORD, '', 'battery staple')
  await expect(form.getByText('All fields are required')).toBeVisible()
  await expect(form.getByLabel('New password', { exact: true })).toBeFocused()
  await change(PASSWORD, 'battery staple', 'battery stable')
  await expect(form.getByText("Passwords don't match")).toBeVisible()
  await change(PASSWORD, 'short')
  await expect(findToast(page, 'Password too short')).toBeVisible()
  await expect(findToast(page, 'Password must be at least 6 characters long.')).toBeVisible()
  await change('wrong horse', 'battery staple')
  await expect(form.getByText('The current password is not right.')).toBeVisible()
  await expect(form.getByLabel('Current password', { exact: true })).toBeFocused()
  await page.route('**/change-password', (route) => route.fulfill({ status: 500, body: '' }))
  await change(PASSWORD, 'battery staple')
  await expect(form.getByText('An error occurred. Please try again.')).toBeVisible()
  await page.unroute('**/change-password')

  await change(PASSWORD, 'battery staple')
  await expect(findToast(page, 'Password changed')).toBeVisible()
  await expect(form.getByLabel('Current password', { exact: true })).toHaveValue('')
}

test('a password is changed by whoever knows the old one, and other devices are signed out; by it the account is deleted, in the profile not by a slip, and in Settings [#83, #163, #182, #183, #184, #234, #237]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (400|500)/)
  const account = await signUp(request)
  const { token: elsewhere } = await signIn(request, account.user.email)
  await enter(page, account)
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Security Settings' }).click()
  await expect(page).toHaveURL(/\?tab=security$/)
  await changePassword(page)
  const old = await request.get(`/api/v1/consumer/${account.user.id}`, { headers: { authorization: `Bearer ${elsewhere}` } })
  expect(old.status()).toBe(401)
  expect((await signIn(request, account.user.email)).status).toBe(401)
  expect((await signIn(request, account.user.email, 'battery staple')).status).toBe(200)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Security Settings' })).toHaveAttribute('aria-selected', 'true')

  const opener = page.getByRole('button', { name: 'Delete Account' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog).toContainText('What goes')
  await expect(dialog).toContainText('What stays')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  const password = dialog.getByLabel('Password', { exact: true })
  const remove = dialog.getByRole('button', { name: 'Delete for good' })
  await remove.click()
  await expect(dialog.getByText('Please enter your password')).toBeVisible()
  await password.fill('wrong horse')
  await remove.click()
  await expect(dialog.getByText('The current password is not right.')).toBeVisible()
  await password.fill('battery staple')
  await page.route('**/delete-profile', (route) => route.fulfill({ status: 500, body: '' }))
  await remove.click()
  await expect(dialog.getByText('An error occurred. Please try again.')).toBeVisible()
  await page.unroute('**/delete-profile')

  await remove.click()
  await expectGone(page, account)
  expect((await signIn(request, account.user.email, 'battery staple')).status).toBe(401)

  const other = await beSignedIn(page, request)
  await page.goto('/settings')
  await opener.click()
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectGone(page, other)
})

async function expectGone(page: Page, { token }: { token: string }) {
  await expect(findToast(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('auth-storage') ?? '')).not.toContain(token)
}
