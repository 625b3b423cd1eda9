/** The operator's desk: one shop or offer is found, completed, withdrawn and restored, without a file. */
import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { findOffer, importRows } from './city.ts'
import { findFaults } from './find-faults.ts'

test.beforeEach(async ({ page, request, adminKey }) => {
  await importRows(request, adminKey, [
    { title: 'Quokka tea', category: 'Food', shop: 'Quokka Corner', address: '7 Marsupial Road, Bambalapitiya', phone: '011 230 3500' },
    { title: 'Quokka toast', category: 'Food', shop: 'Quokka Corner', address: '7 Marsupial Road, Bambalapitiya' },
  ])
  await page.goto('/web')
  await page.getByLabel('Admin key').fill(adminKey)
})

const desk = (page: Page) => page.getByRole('region', { name: 'Find a shop or an offer' })
const found = (page: Page) => desk(page).getByRole('list', { name: 'Found' }).locator('> li')
const form = (page: Page) => desk(page).getByRole('form', { name: /^Edit / })
async function find(page: Page, what: 'Shops' | 'Offers', words: string) {
  await desk(page).getByRole('radio', { name: what }).check()
  await desk(page).getByRole('searchbox').fill(words)
  await desk(page).getByRole('searchbox').press('Enter')
}

test('a shop is found and completed: hours are told back while they are written, its neighbourhood is suggested, and shoppers see it at once; axe finds nothing in what was found, its form and its question, in both themes, on a phone and on a desk', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  await find(page, 'Shops', 'quokka marsupial')
  await expect(found(page)).toHaveCount(1)
  await expect(found(page)).toContainText('Not known: opening hours, place on the map')
  await desk(page)
    .getByRole('button', { name: /^Edit Quokka Corner/ })
    .press('Enter')
  await expect(form(page).getByLabel('Telephone')).toHaveValue('+94 112 303 500')

  await form(page).getByLabel('Opening hours').fill('mon to fri 9am-5pm; sun closed')
  await expect(form(page).getByText('Understood: Mon–Fri 09:00–17:00, Sun closed. Not known: Sat')).toBeVisible()
  await form(page).getByRole('button', { name: 'Use the middle of Bambalapitiya' }).click()
  await expect(form(page).getByLabel('Latitude')).toHaveValue(/^6\.\d+$/)
  await form(page).getByLabel('Telephone').fill('')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByText('Saved. Everybody sees it from now on.')).toBeVisible()
  await expect(form(page).getByLabel('Opening hours')).toHaveValue('mon-fri 09:00-17:00; sun closed')
  await expect(found(page)).not.toContainText('opening hours,')
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(desk(page).getByRole('button', { name: /^Edit Quokka Corner/ })).toBeFocused()

  const { shop } = await findOffer(request, 'Quokka tea')
  const answer = await request.get(`/api/v1/shops/${shop}`)
  expect(((await answer.json()) as { data: object }).data).toMatchObject({
    phone: null,
    address: '7 Marsupial Road, Bambalapitiya',
    businessHours: { monday: { open: '09:00', close: '17:00' } },
    location: { type: 'Point' },
  })

  await test.step('axe, in both themes, on a phone and on a desk', async () => {
    await find(page, 'Shops', 'quokka')
    await desk(page)
      .getByRole('button', { name: /^Edit Quokka Corner/ })
      .click()
    await expect(form(page).getByLabel('Telephone')).toBeVisible()
    const faults = await findFaults(page, 'form')
    await desk(page)
      .getByRole('button', { name: /^Withdraw Quokka Corner/ })
      .click()
    faults.push(...(await findFaults(page, 'question')))
    expect(faults).toEqual([])
  })
})

test('what is written in a form is hidden and shown again by its button, outlives another search, and closing asks before it is lost; what is wrong is told beside its field, and who was slower than somebody else loads the shop again', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (400|409)/)
  await find(page, 'Shops', 'quokka')
  const edit = desk(page).getByRole('button', { name: /^Edit Quokka Corner/ })
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await edit.click()
  await form(page).getByLabel('Telephone').fill('011 999 9999')
  await edit.click()
  await expect(form(page)).toBeHidden()
  await edit.click()
  await expect(form(page).getByLabel('Telephone')).toHaveValue('011 999 9999')
  await find(page, 'Offers', 'quokka toast')
  await expect(found(page)).toHaveCount(2)
  await expect(form(page).getByLabel('Telephone')).toHaveValue('011 999 9999')
  await form(page).getByRole('button', { name: 'Close' }).press('Enter')
  await question.getByRole('button', { name: 'Go back' }).press('Enter')
  await expect(form(page).getByLabel('Telephone')).toHaveValue('011 999 9999')
  await form(page).getByRole('button', { name: 'Close' }).press('Enter')
  await question.getByRole('button', { name: 'Close without saving' }).press('Enter')
  await expect(form(page)).toHaveCount(0)
  await expect(found(page)).toHaveCount(1)
  await expect(desk(page).getByRole('heading', { name: 'Find a shop or an offer' })).toBeFocused()
  await find(page, 'Shops', 'quokka')
  await edit.click()
  await expect(form(page).getByLabel('Telephone')).toHaveValue('+94 112 303 500')
  // Nothing is written: nothing is asked.
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(edit).toBeFocused()

  await test.step('what is wrong, and who was slower', async () => {
    await edit.click()
    const phone = form(page).getByLabel('Telephone')
    await phone.fill('call us')
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
    await expect(phone).toBeFocused()
    await expect(form(page).getByText('Nothing was saved. Please mend what is marked.')).toBeVisible()

    await importRows(request, adminKey, [
      {
        title: 'Quokka tea',
        category: 'Food',
        shop: 'Quokka Corner',
        address: '7 Marsupial Road, Bambalapitiya',
        shop_description: 'Small and cheerful',
      },
    ])
    await phone.fill('011 230 3511')
    await form(page).getByRole('button', { name: 'Save' }).click()
    await expect(form(page).getByText('Somebody else has changed this shop meanwhile.')).toBeVisible()
    await form(page).getByRole('button', { name: 'Load it again' }).click()
    await expect(form(page).getByLabel('In a few words')).toHaveValue('Small and cheerful')
  })
})

test('a file of shops has a template of its own, which is taken as it stands; a shop is added by hand: what is wrong is marked and focused, one that is there is refused, and the new one is found', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 400/)
  const template = await request.get('/shops-template.csv')
  expect(template.headers()['content-disposition']).toContain('shops-template.csv')
  await expect(page.getByRole('link', { name: 'Download its template' })).toHaveAttribute('href', '/shops-template.csv')
  const answer = await request.post('/api/v1/superadmin/dashboard/import/csv', {
    headers: { authorization: `Bearer ${adminKey}` },
    multipart: { csv: { name: 'shops-template.csv', mimeType: 'text/csv', buffer: await template.body() } },
  })
  expect(((await answer.json()) as { message: string }).message).toMatch(/^Imported 1 shop: 1 new/)

  await test.step('by hand', async () => {
    await desk(page).getByRole('button', { name: 'Add a shop' }).click()
    const added = desk(page).getByRole('form', { name: 'Add a shop' })
    await added.getByLabel('Name', { exact: true }).fill('Quokka Corner')
    await added.getByLabel('Address', { exact: true }).fill('7 Marsupial Road, Bambalapitiya')
    await added.getByLabel('Opening hours').fill('mornings')
    await added.getByRole('button', { name: 'Save' }).click()
    await expect(added.getByText(/mornings/)).toHaveCount(2)
    await expect(added.getByLabel('Opening hours')).toBeFocused()
    await added.getByLabel('Opening hours').fill('daily 9am-5pm')
    await added.getByRole('button', { name: 'Save' }).click()
    await expect(added.getByText('is there already. Find it below, and edit it')).toBeVisible()
    await expect(added.getByLabel('Address', { exact: true })).toBeFocused()
    await added.getByLabel('Name', { exact: true }).fill('Quokka Annexe')
    await added.getByLabel('Latitude').fill('51.5')
    await added.getByLabel('Longitude').fill('-0.12')
    await added.getByRole('button', { name: 'Save' }).click()
    await expect(desk(page).getByText(/^Added: Quokka Annexe\. Latitude: Lies \d+ km from Colombo$/)).toBeVisible()
    await expect(desk(page).getByRole('heading', { name: 'Find a shop or an offer' })).toBeFocused()
    const shops = await request.get('/api/v1/shops?q=annexe')
    expect(((await shops.json()) as { data: object[] }).data).toMatchObject([{ name: 'Quokka Annexe' }])
  })
})

test('a shop is withdrawn with its offers once that is meant, and restored; so is an offer, by keyboard', async ({ page, request }) => {
  const { offer } = await findOffer(request, 'Quokka toast')
  const statusOf = async () => (await request.get(`/api/v1/offers/${offer}`)).status()
  await find(page, 'Shops', 'quokka')
  const withdraw = desk(page).getByRole('button', { name: /^Withdraw Quokka Corner/ })
  await withdraw.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Nobody sees the shop and its 2 offers any more.')
  await page.keyboard.press('Escape')
  await expect(withdraw).toBeFocused()
  await withdraw.press('Enter')
  await question.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(desk(page).getByText(/^Withdrawn: Quokka Corner/)).toBeVisible()
  await expect(desk(page).getByRole('heading', { name: 'Find a shop or an offer' })).toBeFocused()
  expect(await statusOf()).toBe(410)
  await desk(page)
    .getByRole('button', { name: /^Restore Quokka Corner/ })
    .click()
  await expect(desk(page).getByText(/^Restored: Quokka Corner/)).toBeVisible()
  expect(await statusOf()).toBe(200)

  await find(page, 'Offers', 'quokka toast')
  await desk(page)
    .getByRole('button', { name: /^Withdraw Quokka toast/ })
    .click()
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(found(page)).toContainText('Withdrawn')
  expect(await statusOf()).toBe(410)
  await desk(page)
    .getByRole('button', { name: /^Restore Quokka toast/ })
    .click()
  await expect(found(page)).toContainText('Running')
  await find(page, 'Offers', 'nothing is called so')
  await expect(desk(page).getByText('Nothing was found.')).toBeVisible()
})
