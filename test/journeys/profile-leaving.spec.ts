/** A profile that is being edited is not lost by a slip: by leaving, by too many tags, by a form that cannot be filled in. */
import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { editProfile, enter, findToast, readProfile, signIn, signUp } from './profile-account.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

test('who leaves a profile in which something was changed is asked, by a link, by Back and by closing the tab; nobody else is', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  await enter(page, account)
  const profile = page.getByRole('contentinfo').getByRole('link', { name: 'My Profile' })
  const policy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })
  const name = page.getByLabel('Full name')
  await page.goto('/terms')
  await profile.click()
  await editProfile(page)
  await policy.click()
  await expect(page).toHaveURL(/\/privacy$/)

  await page.goBack()
  await editProfile(page)
  await name.fill('Nimali Silva')
  // The other tab of the page is no leaving.
  await page.getByRole('tab', { name: 'Security Settings' }).click()
  await page.getByRole('tab', { name: 'Profile Information' }).click()
  await expect(name).toHaveValue('Nimali Silva')
  await policy.click()
  await expect(question(page)).toBeVisible()
  await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(policy).toBeFocused()
  await expect(name).toHaveValue('Nimali Silva')

  await name.focus()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/profile$/)
  await expect(name).toBeFocused()

  // What is changed back is no change.
  await name.fill(account.user.name)
  await page.getByLabel('Interested tags').fill('tea')
  await page.getByLabel('Interested tags').fill('')
  const mayClose = () => page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await mayClose()).toBe(true)
  await page.getByLabel('Interested tags').fill('tea')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await policy.click()
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/privacy$/)
  await profile.click()
  await expect(page.getByText('Nimali Perera').first()).toBeVisible()
  expect(await readProfile(request, account)).toMatchObject({ name: 'Nimali Perera', interestedTags: [] })
})

test('interests in Settings are asked about as well; what is saved, and a session that is over, are left without a question', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  await enter(page, account)
  await page.goto('/settings')
  const home = page.getByRole('link', { name: 'Kade, home' })
  const food = page.getByRole('checkbox', { name: 'Food' })
  await food.check()
  await home.click()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(food).toBeChecked()
  await page.getByRole('button', { name: 'Save interests' }).click()
  await expect(findToast(page, 'Interests saved')).toBeVisible()
  await home.click()
  await expect(page).toHaveURL(/\/home$/)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await editProfile(page)
  await page.getByLabel('Full name').fill('Nimali Silva')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused()
  await editProfile(page)
  await page.getByLabel('Full name').fill('Nobody')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(question(page)).toHaveCount(0)
})

test('beyond fifty tags the field says what to do, keeps what there was no room for, and is heard; so in the profile and in Settings', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  const interestedTags = Array.from({ length: 49 }, (_, number) => `tag ${number}`)
  await request.put(`/api/v1/consumer/update-profile/${account.user.id}`, {
    headers: { authorization: `Bearer ${account.token}` },
    data: { interestedTags },
  })
  await enter(page, { ...account, user: { ...account.user, interestedTags } as never })
  const full = 'There is room for 50 tags. Remove one below, or empty this field.'
  const field = page.getByLabel('Interested tags')
  const tags = page.getByRole('list', { name: 'Your tags' }).getByRole('listitem')
  for (const [path, save] of [
    ['/profile', 'Save'],
    ['/settings', 'Save interests'],
  ] as const) {
    await page.goto(path)
    if (path === '/profile') await editProfile(page)
    await expect(tags).toHaveCount(49)
    await field.fill('tea, rice')
    await page.keyboard.press('Enter')
    await expect(tags).toHaveCount(50)
    await expect(field).toHaveValue('rice')
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${full}`))
    await expect(page.getByRole('status').filter({ hasText: full })).toHaveCount(1)
    await field.fill('salt')
    await expect(field).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: 'Add tag' }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    // Saved it would be lost as well.
    await field.fill('salt')
    await page.getByRole('button', { name: save, exact: true }).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${full}`))
    await page.getByRole('button', { name: 'Remove tag: tag 0' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove tag: tag 1', exact: true })).toBeFocused()
    await expect(field).not.toHaveAttribute('aria-invalid')
    expect(await readProfile(request, account)).toMatchObject({ interestedTags })
    // As it was before, for the other page.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    await question(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(/\/privacy$/)
  }
})

test('an account without a password is asked for none: there is a mail for the first one, and words where it is needed', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  // Such an account comes by Google alone; what tells it apart is what the server says of it.
  const user = { ...account.user, googleId: '110169484474386276334', hasPassword: false }
  await page.route(`**/api/v1/consumer/${user.id}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, hasPassword: false } } })
  })
  await enter(page, { ...account, user })
  await page.goto('/profile?tab=security')
  const panel = page.getByRole('region', { name: 'Set a password' })
  await expect(panel).toContainText('your account has no password yet')
  await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0)
  const sending = page.waitForRequest('**/consumer/forgot-password')
  await panel.getByRole('button', { name: 'Mail me a link' }).click()
  expect((await sending).postDataJSON()).toEqual({ email: account.email })
  await expect(panel.getByRole('status').filter({ hasText: account.email }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByLabel('Password')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Profile Information' }).click()
  await editProfile(page)
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toHaveAccessibleDescription('To change it, first set a password under Security Settings.')
  await email.fill('other@post.example')
  await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('tab', { name: 'Security Settings' }).click()
  await page.getByRole('button', { name: 'Delete Account' }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(findToast(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect((await signIn(request, account.email)).status).toBe(401)
})
