/** Connecting and disconnecting Google in Settings. */
import type { APIRequestContext, Page } from '@playwright/test'

import { expect } from '#test/journey.ts'

import { account, openAccount, PASSWORD } from './accounts.ts'
import { findFaults } from './find-faults.ts'
import { makeSomebody, openWindow, ours, readConfirmation, readMe, sayWho, test, toast } from './google-provider.ts'
import { enter } from './profile-account.ts'

/** The place in Settings, and what is done there. */
function inSettings(page: Page, request: APIRequestContext, google: { email: string; sub: string }) {
  const panel = page.getByRole('region', { name: 'Sign in with Google' })
  const begin = panel.getByRole('button', { name: 'Connect Google' })
  const password = panel.getByLabel('Your password', { exact: true })
  const insist = async () => {
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
  }
  const connect = async () => {
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('group', { name: 'Connect Google' })).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await sayWho(await openWindow(page), google.sub)
    await expect(panel).toContainText(`Your Google account ${google.email} is connected`)
    await expect(panel.getByRole('heading')).toBeFocused()
  }
  const disconnect = async () => {
    await panel.getByRole('button', { name: 'Disconnect Google' }).click()
    await expect(panel).toContainText('You are signed out everywhere but here')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('heading')).toBeFocused()
    await expect(begin).toBeVisible()
    expect(await readMe(page, request)).toMatchObject({ googleId: null })
  }
  return { panel, begin, password, insist, connect, disconnect }
}

test('an account with a password keeps it: Google is connected in Settings by keyboard, on a desk in light and on a phone in dark, signs in then, and is disconnected again; what fails on the way is said to somebody who is signed in without a word of a login', async ({
  page,
  request,
  server,
  provider,
  consoleWatch,
}) => {
  test.setTimeout(90_000)
  consoleWatch.expectConsole(/status of 400|ERR_FAILED|ERR_BLOCKED/)
  const nilmini = await openAccount(request)
  const google = makeSomebody({ name: nilmini.user.name })
  const asked: string[] = []
  page.on('request', (sent) => sent.url().startsWith(provider.issuer) && asked.push(sent.url()))
  const { panel, begin, password, insist, connect, disconnect } = inSettings(page, request, google)
  await enter(page, nilmini)
  await page.goto('/settings')
  await expect(panel).toContainText('Once your e-mail address is confirmed')
  await page.goto(await readConfirmation(server, nilmini.email))
  await expect(page.getByText('E-mail address confirmed')).toBeVisible()

  await test.step('nobody is led to Google without the password', async () => {
    await insist()
    expect(await findFaults(page, 'the password')).toEqual([])
    expect(asked).toEqual([])
  })
  await test.step('without Google’s script it is not connected', async () => {
    await page.route('**/gsi/client', (route) => route.abort())
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Not connected')).toBeVisible()
    await expect(toast(page, 'An error occurred with Google. Please try again.')).toBeVisible()
    await expect(page.getByRole('region', { name: /Notifications/ })).not.toContainText(/login/i)
    await expect(begin).toBeFocused()
    await expect(account(page)).toBeVisible()
    await page.unroute('**/gsi/client')
  })
  await test.step('connected on a desk in light', async () => {
    await page.keyboard.press('Enter')
    await connect()
    await expect(toast(page, 'You can sign in with it from now on.')).toBeVisible()
    expect(await findFaults(page, 'connected')).toEqual([])
  })
  await test.step('it signs in, is disconnected, and connected again on a phone in dark', async () => {
    await page.evaluate(() => localStorage.removeItem('auth-storage'))
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.setViewportSize({ width: 360, height: 780 })
    await page.goto('/login')
    await ours(page).click()
    await sayWho(await openWindow(page), google.sub)
    await expect(account(page)).toBeVisible()
    expect(await readMe(page, request)).toMatchObject({ id: nilmini.user.id, hasPassword: true })
    await page.goto('/settings')
    await disconnect()
    await begin.focus()
    await page.keyboard.press('Enter')
    await connect()
    await disconnect()
  })
})
