/** "It did not work": shoppers say so, the page warns others, the operator checks it, and the page is silent again. */
import type { APIRequestContext, Page } from '@playwright/test'

import { formatDay } from '#contract/time.ts'
import { expect, test } from '#test/journey.ts'

import { fillSignIn, openAccount, type Account } from './accounts.ts'
import { dayFromNow, findOffer, importRows } from './city.ts'
import { findFaults } from './find-faults.ts'
import { enter, findToast } from './profile-account.ts'

const row = { category: 'Food', shop: 'Pangolin Pantry', address: '1 Scale Road' }
const button = (page: Page) => page.getByRole('button', { name: 'It did not work?' })
const dialog = (page: Page) => page.getByRole('alertdialog')
const note = (page: Page) => page.getByText(/^Reported not working/)
const told = (page: Page) => page.getByText('You have told us that it did not work. Thank you.')
const reported = (page: Page) => page.getByRole('region', { name: 'Reported offers' })

/** Imports an offer of one's own, and answers its id. */
async function openOffer(request: APIRequestContext, adminKey: string, title: string) {
  await importRows(request, adminKey, [{ ...row, title }])
  return (await findOffer(request, title)).offer
}

/** Reports an offer without a browser. */
async function report(request: APIRequestContext, { token }: Account, id: string, reason: string) {
  const response = await request.post(`/api/v1/offers/${id}/reports`, { headers: { authorization: `Bearer ${token}` }, data: { reason } })
  expect(response.status()).toBe(200)
}

/** Opens the question, is told what is missing, leaves it, comes back and answers it. */
async function reportByKeyboard(page: Page) {
  await button(page).press('Enter')
  const reasons = dialog(page).getByRole('radio')
  await expect(reasons.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Please choose what went wrong')).toBeVisible()
  await expect(reasons.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('radio', { name: 'The shop was closed' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reasons.first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

/** Asks for the list without the key, with a wrong one, and with the right one. */
async function showReported(page: Page, adminKey: string) {
  const show = reported(page).getByRole('button', { name: 'Show reported offers' })
  await show.click()
  await expect(page.getByText('Please enter the admin key.')).toBeVisible()
  await expect(page.getByLabel('Admin key')).toBeFocused()
  await page.keyboard.type('not the key at all')
  await show.click()
  await expect(reported(page).getByRole('alert')).toContainText('This is not the admin key')
  await page.getByLabel('Admin key').fill(adminKey)
  await show.click()
}

test('the third shopper, by keyboard alone, makes the page warn others until the operator has checked', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED|status of 401/)
  const offer = await openOffer(request, adminKey, 'Pangolin pancakes')
  for (const reason of ['closed', 'refused']) await report(request, await openAccount(request), offer, reason)
  await enter(page, await openAccount(request))
  await page.goto(`/offers/${offer}`)
  await expect(note(page)).toHaveCount(0)

  await reportByKeyboard(page)
  await expect(findToast(page, 'Thank you. You spare others a wasted trip.')).toBeVisible()
  await expect(told(page)).toBeFocused()
  await expect(note(page)).toHaveText(`Reported not working, last on ${formatDay(dayFromNow(0), { year: false })}`)
  await expect(page.getByText('Ask the shop before you go.')).toBeVisible()

  await page.goto('/web')
  await showReported(page, adminKey)
  const entry = reported(page).getByRole('listitem').filter({ hasText: 'Pangolin pancakes' })
  await expect(entry.getByRole('link', { name: 'Pangolin pancakes' })).toHaveAttribute('href', `/offers/${offer}`)
  for (const text of [
    'Pangolin Pantry',
    '3 reports, last on',
    'Its page warns others.',
    'It had expired: 1',
    'The shop was closed: 1',
    'The shop refused it: 1',
  ])
    await expect(entry).toContainText(text)

  await page.route('**/dashboard/reports/*', (route) => route.abort('failed'))
  await entry.getByRole('button', { name: 'Checked' }).click()
  await expect(entry.getByRole('alert')).toContainText('That could not be saved.')
  await page.unroute('**/dashboard/reports/*')
  await entry.getByRole('button', { name: 'Checked' }).click()
  await expect(reported(page).getByText('Checked: Pangolin pancakes')).toBeVisible()
  await expect(reported(page).getByRole('heading', { name: 'Reported offers' })).toBeFocused()
  await expect(reported(page).getByText('Nothing has been reported.')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(adminKey)

  await page.goto(`/offers/${offer}`)
  await expect(button(page)).toBeVisible()
  await expect(note(page)).toHaveCount(0)
})

test('the operator sees a first report, takes a check back, and withdraws what is wrong; axe finds nothing in the note, the question and the list, in both themes, on a phone and on a desk', async ({
  page,
  request,
  adminKey,
}) => {
  test.setTimeout(120_000)
  const offer = await openOffer(request, adminKey, 'Pangolin pudding')
  const pie = await openOffer(request, adminKey, 'Pangolin pie')
  await report(request, await openAccount(request), pie, 'closed')
  for (const reason of ['closed', 'refused', 'not-as-described']) await report(request, await openAccount(request), offer, reason)
  await enter(page, await openAccount(request))
  const faults: string[] = []
  const check = async (name: string) => void faults.push(...(await findFaults(page, name)))
  await page.goto(`/offers/${offer}`)
  await expect(note(page)).toBeVisible()
  await check('note')
  await button(page).click()
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await check('question')
  await page.goto('/web')
  await page.getByLabel('Admin key').fill(adminKey)
  await reported(page).getByRole('button', { name: 'Show reported offers' }).click()
  await expect(reported(page).getByRole('listitem').filter({ hasText: 'Pangolin pudding' })).toBeVisible()
  await check('list')
  expect(faults).toEqual([])

  await test.step('a first report', async () => {
    const entry = reported(page).getByRole('listitem').filter({ hasText: 'Pangolin pie' })
    await expect(entry).toContainText('1 report, last on')
    await expect(entry).not.toContainText('Its page warns others.')
    await entry.getByRole('button', { name: 'Checked: Pangolin pie' }).click()
    await expect(entry).toHaveCount(0)
    await reported(page).getByRole('button', { name: 'Undo: Pangolin pie was not checked' }).click()
    await expect(reported(page).getByText('Reported again: Pangolin pie')).toBeVisible()
    await expect(entry).toContainText('1 report, last on')

    await entry.getByRole('button', { name: 'Withdraw Pangolin pie' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(reported(page).getByText('Withdrawn: Pangolin pie')).toBeVisible()
    await expect(reported(page).getByRole('heading', { name: 'Reported offers' })).toBeFocused()
    await expect(entry).toHaveCount(0)
    expect((await request.get(`/api/v1/offers/${pie}`)).status()).toBe(410)
  })

  // The list is as empty as it was.
  await request.delete(`/api/v1/superadmin/dashboard/reports/${offer}`, { headers: { authorization: `Bearer ${adminKey}` } })
})

test('guests are asked to sign in and come back; a failure keeps the choice, an ended session leads to sign-in, and who has said it is thanked', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED|status of (401|409|429)/)
  const offer = await openOffer(request, adminKey, 'Pangolin porridge')
  const nilmini = await openAccount(request)
  await report(request, nilmini, offer, 'closed')
  await page.goto(`/offers/${offer}`)
  await page.route('**/assets/report-dialog-*', (route) => route.abort('failed'))
  await button(page).click()
  await expect(findToast(page, 'That could not be loaded')).toBeVisible()
  await page.unroute('**/assets/report-dialog-*')
  await button(page).click()
  await expect(dialog(page)).toContainText('You come back to this page.')
  await dialog(page).getByRole('button', { name: 'Continue as Guest' }).click()
  await expect(button(page)).toBeFocused()
  await button(page).click()
  await dialog(page).getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, nilmini.email)
  await expect(page).toHaveURL(new RegExp(`/offers/${offer}#report$`))
  await expect(button(page)).toBeInViewport()

  const send = dialog(page).getByRole('button', { name: 'Send' })
  const choice = dialog(page).getByRole('radio', { name: 'The shop refused it' })
  await button(page).click()
  await choice.check()
  await page.route('**/reports', (route) => route.abort('failed'))
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('It could not be sent.')
  await expect(choice).toBeChecked()
  await page.unroute('**/reports')
  await page.route('**/reports', (route) => route.fulfill({ status: 429, json: { success: false, code: 'too_many_requests' } }))
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Please try again in an hour.')
  await page.unroute('**/reports')

  // It was signed out from another device.
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await request.post('/api/v1/consumer/logout', { headers: { authorization: `Bearer ${token}` } })
  await send.click()
  await fillSignIn(page, nilmini.email)
  await expect(page).toHaveURL(new RegExp(`/offers/${offer}`))
  await button(page).click()
  await choice.check()
  await send.click()
  await expect(findToast(page, 'You have told us already. Thank you.')).toBeVisible()
  await expect(told(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  // Two have not said it yet.
  await expect(note(page)).toHaveCount(0)
})

test('what has not started cannot have failed anybody, and nobody is asked', async ({ page, request, adminKey }) => {
  await importRows(request, adminKey, [
    { ...row, title: 'Pangolin of tomorrow', start_date: dayFromNow(2) },
    { ...row, title: 'Pangolin of today' },
  ])
  const { shop } = await findOffer(request, 'Pangolin of today')
  const response = await request.get(`/api/v1/shops/offers/${shop}`, { params: { q: 'tomorrow' } })
  const { data } = (await response.json()) as { data: { id: string }[] }
  await page.goto(`/offers/${data[0]!.id}`)
  await expect(page.getByRole('heading', { name: 'How to Redeem' })).toBeVisible()
  await expect(button(page)).toHaveCount(0)
})
