/** Connecting and disconnecting Google in Settings. */
import type { Page } from '@playwright/test'

import { expect } from '#test/journey.ts'
import type { Server } from '#test/server.ts'

import { account, openAccount, fillSignIn, PASSWORD } from './accounts.ts'
import { findFaults } from './find-faults.ts'
import { makeSomebody, openWindow, ours, readConfirmation, readMe, sayWho, test, toast } from './google-provider.ts'

/** Signed in, in Settings: the address has to be confirmed first. */
async function openPanel(page: Page, server: Server, email: string) {
  await page.goto('/login')
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/settings')
  const panel = page.getByRole('region', { name: 'Sign in with Google' })
  await expect(panel).toContainText('Once your e-mail address is confirmed')
  await page.goto(await readConfirmation(server, email))
  await expect(page.getByText('E-mail address confirmed')).toBeVisible()
  return panel
}

for (const { width, theme } of [
  { width: 1280, theme: 'light' },
  { width: 360, theme: 'dark' },
])
  test(`an account with a password keeps it: Google is connected in Settings by keyboard, ${width} px wide in ${theme}, signs in then, and is disconnected again`, async ({
    page,
    request,
    server,
    provider,
    consoleWatch,
  }) => {
    test.setTimeout(90_000)
    consoleWatch.expectConsole(/status of 400/)
    const nilmini = await openAccount(request)
    const google = makeSomebody({ name: nilmini.user.name })
    const asked: string[] = []
    page.on('request', (sent) => sent.url().startsWith(provider.issuer) && asked.push(sent.url()))
    // Faults are looked for at both sizes and in both themes each time: one of these runs does it.
    const isDesk = width > 1_000
    await page.setViewportSize({ width, height: 780 })
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const panel = await openPanel(page, server, nilmini.email)

    const begin = panel.getByRole('button', { name: 'Connect Google' })
    const password = panel.getByLabel('Your password', { exact: true })
    await begin.focus()
    await page.keyboard.press('Enter')
    await expect(password).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(begin).toBeFocused()
    await page.keyboard.press('Enter')
    await password.press('Enter')
    await expect(password).toHaveAccessibleDescription('Please enter your password')
    await password.fill('not this one')
    await page.keyboard.press('Enter')
    await expect(password).toHaveAccessibleDescription('The current password is not right.')
    await expect(password).toBeFocused()
    if (isDesk) expect(await findFaults(page, 'the password')).toEqual([])
    // Nobody is led to Google with a wrong one.
    expect(asked).toEqual([])

    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('group', { name: 'Connect Google' })).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await sayWho(await openWindow(page), google.sub)
    await expect(panel).toContainText(`Your Google account ${google.email} is connected`)
    await expect(toast(page, 'You can sign in with it from now on.')).toBeVisible()
    await expect(panel.getByRole('heading')).toBeFocused()
    if (isDesk) expect(await findFaults(page, 'connected')).toEqual([])

    await page.evaluate(() => localStorage.removeItem('auth-storage'))
    await page.goto('/login')
    await ours(page).click()
    await sayWho(await openWindow(page), google.sub)
    await expect(account(page)).toBeVisible()
    expect(await readMe(page, request)).toMatchObject({ id: nilmini.user.id, hasPassword: true })

    await page.goto('/settings')
    await panel.getByRole('button', { name: 'Disconnect Google' }).click()
    await expect(panel).toContainText('You are signed out everywhere but here')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('heading')).toBeFocused()
    await expect(begin).toBeVisible()
    expect(await readMe(page, request)).toMatchObject({ googleId: null })
  })

test('what fails on the way to Google is said to somebody who is signed in without a word of a login', async ({
  page,
  request,
  server,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED|ERR_BLOCKED/)
  const nilmini = await openAccount(request)
  const panel = await openPanel(page, server, nilmini.email)
  await page.route('**/gsi/client', (route) => route.abort())
  await panel.getByRole('button', { name: 'Connect Google' }).click()
  await panel.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Not connected')).toBeVisible()
  await expect(toast(page, 'An error occurred with Google. Please try again.')).toBeVisible()
  await expect(page.getByRole('region', { name: /Notifications/ })).not.toContainText(/login/i)
  await expect(panel.getByRole('button', { name: 'Connect Google' })).toBeFocused()
  await expect(account(page)).toBeVisible()
})
