/** The import page, on a server of its own: what is imported here would be in the way elsewhere. */
import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { findOffer, toCsv, type Row } from './city.ts'

const data = makeDataDirectory({ holds: 'city' })
let server: Server
test.beforeAll(async () => {
  server = await startServer({ directory: data.directory })
})
test.afterAll(async () => {
  await server.stop()
  data.remove()
})
test.beforeEach(async ({ page }) => {
  await page.goto(`${server.url}/web`)
})

const good: Row = {
  title: 'Ocelot umbrella',
  category: 'Services',
  tags: 'monsoon',
  shop: 'Ocelot Store',
  address: '1 Rain Road',
  start_date: '3/4/2025',
}
const csv = (rows: Row[]) => ({ name: 'offers.csv', mimeType: 'text/csv', buffer: Buffer.from(toCsv(rows)) })

test('the import page is open to anyone, linked from nowhere, and takes nothing without file and key; how it stands with fetched pictures is told to whoever has the key [#6, #11, #110, #194]', async ({
  page,
  request,
  consoleWatch,
}) => {
  const response = await request.get(`${server.url}/web`)
  expect(response.headers()['x-robots-tag']).toBe('noindex')
  for (const path of ['/', '/?view=shops']) expect(await (await request.get(server.url + path)).text()).not.toContain('href="/web"')

  await expect(page.getByLabel('CSV file')).toHaveAttribute('accept', '.csv')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Please select a CSV file.')).toBeVisible()
  await expect(page.getByText('Please enter the admin key.')).toBeVisible()
  await expect(page.getByLabel('Admin key')).toBeFocused()
  await page.getByLabel('CSV file').setInputFiles(csv([good]))
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByLabel('Admin key')).toBeFocused()

  consoleWatch.expectConsole(/status of 401/)
  await page.getByLabel('Admin key').fill('not the key at all')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('alert')).toContainText('This is not the admin key')

  await test.step('fetched pictures', async () => {
    await page.getByLabel('Admin key').fill('')
    const pictures = page.getByRole('region', { name: 'Pictures' })
    await pictures.getByRole('button', { name: 'Show pictures' }).click()
    await expect(page.getByText('Please enter the admin key.')).toBeVisible()
    await expect(page.getByLabel('Admin key')).toBeFocused()
    await page.getByLabel('Admin key').fill(server.adminKey)
    await pictures.getByRole('button', { name: 'Show pictures' }).click()
    await expect(pictures.getByText('Pictures are not fetched here: browsers load them from their addresses.')).toBeVisible()
  })
})

test('good rows are taken, bad ones are shown with their place and reason, and the demo city can go [#110, #249]', async ({
  page,
  request,
  consoleWatch,
}) => {
  const { offer: demoOffer, shop: demoShop } = await findOffer(request, 'umbrella', server.url)
  await page.getByLabel('Admin key').fill(server.adminKey)
  await page
    .getByLabel('CSV file')
    .setInputFiles(csv([good, { ...good, title: '' }, { ...good, title: 'Ocelot boots', start_date: '45/13/2026' }]))
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Imported 1 offer: 1 new, 0 changed, 0 unchanged. 2 rows were refused.')).toBeVisible()
  const refused = page.getByRole('region', { name: 'Refused rows' })
  await expect(refused.getByRole('row').nth(1)).toContainText(/3.*title/)
  await expect(refused.getByRole('row').nth(2)).toContainText(/4.*start_date.*45\/13\/2026/)

  await page.getByRole('button', { name: 'Remove the demo city' }).click()
  await expect(page.getByText(/The demo city is gone: \d+ offers and \d+ shops/)).toBeVisible()
  await page.getByRole('link', { name: 'Kade, home' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 offer' })).toBeVisible()

  // Who kept a link to what was there is told that it was withdrawn, and sees what is like it (D-57).
  consoleWatch.expectConsole(/status of 410/)
  expect((await page.goto(`${server.url}/offers/${demoOffer}`))?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1, name: 'This offer has been withdrawn.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Similar offers' }).getByRole('listitem')).toHaveText([/Ocelot umbrella/])
  expect((await page.goto(`${server.url}/shops/${demoShop}`))?.status()).toBe(410)
  await expect(page.getByRole('heading', { level: 1, name: 'This shop has left.' })).toBeVisible()
  await page.getByRole('link', { name: 'All shops' }).click()
  await expect(page).toHaveURL(/view=shops$/)
})

test('the template names every column, and what it holds is taken as it stands; all rows or none takes none where one is bad; no answer in time and no answer at all have their words [#247, #248, #251]', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 400|ERR_FAILED/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the template' }).click()
  const path = await (await download).path()
  await expect(page.getByRole('region', { name: 'Columns' }).getByRole('rowheader', { name: /^title/ })).toContainText('needed')
  await page.getByLabel('Admin key').fill(server.adminKey)
  await page.getByLabel('CSV file').setInputFiles({
    name: 'import-template.csv',
    mimeType: 'text/csv',
    buffer: await import('node:fs/promises').then((fs) => fs.readFile(path)),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText(/Imported 1 offer: 1 new/)).toBeVisible()

  await test.step('all rows or none', async () => {
    await page.getByLabel('CSV file').setInputFiles(
      csv([
        { ...good, title: 'Ocelot scarf' },
        { ...good, title: '' },
      ]),
    )
    await page.getByLabel('All rows or none').check()
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('alert')).toContainText('1 of 2 rows')
    await expect(page.getByRole('region', { name: 'Refused rows' })).toContainText('title')
  })

  await test.step('no answer', async () => {
    await page.getByLabel('All rows or none').uncheck()
    await page.getByLabel('CSV file').setInputFiles(csv([good]))
    await page.route('**/import/csv', (route) => route.abort('failed'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('Upload failed. Please check the CSV and try again.')).toBeVisible()
    await page.unroute('**/import/csv')

    // The two minutes of the client, shortened by its own clock: the request never gets an answer.
    await page.evaluate(() => {
      const open = XMLHttpRequest.prototype.open
      XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
        open.call(this, method, url, true)
        const timeout = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')!
        Object.defineProperty(this, 'timeout', {
          set: (milliseconds: number) => {
            document.documentElement.dataset['timeout'] = String(milliseconds)
            timeout.set!.call(this, 200)
          },
        })
      }
    })
    await page.route('**/import/csv', () => undefined)
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('Upload timed out. Please try again with a smaller file.')).toBeVisible()
    expect(await page.locator('html').getAttribute('data-timeout')).toBe('120000')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
