/** An import in two steps: checked, looked at, mended, then imported, or thrown away. On a server of its own. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { APIRequestContext, Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

import { dayFromNow, importRows, toCsv, type Row } from './city.ts'
import { findFaults } from './find-faults.ts'

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

const good: Row = { title: 'Lynx lunch', category: 'Food', shop: 'Lynx Larder', address: '1 Lynx Lane', end_date: dayFromNow(30) }
const bad: Row = { ...good, title: 'Lynx dinner', end_date: '31/2/2027' }
const csv = (rows: Row[], name = 'lynx.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(toCsv(rows)) })

/** Too long to be read before somebody looks, as a file on the disk: a browser is handed its path alone. */
function writeLong() {
  const file = path.join(data.directory, 'many.csv')
  const rows = Array.from({ length: 100_000 }, (_, at) => ({
    ...good,
    title: `Lynx number ${at}`,
    description: 'A long lunch. '.repeat(20),
  }))
  writeFileSync(file, toCsv(rows))
  return file
}

async function check(page: Page, file: ReturnType<typeof csv> | string) {
  await page.getByLabel('Admin key').fill(server.adminKey)
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
}
/** What was cancelled before is still being cleared away. */
const importBeside = (request: APIRequestContext, rows: Row[]) =>
  expect(() => importRows(request, server.adminKey, rows, server.url)).toPass({ timeout: 30_000 })
const panel = (page: Page) => page.locator('.import-panel')
const refused = (page: Page) => page.getByRole('region', { name: 'Refused rows' })
const isFound = async (page: Page, q: string) => {
  const answer = (await (await page.request.get(`${server.url}/api/v1/offers/all`, { params: { q, limit: '1' } })).json()) as {
    count: number
  }
  return answer.count > 0
}

test('a file is checked, its refused rows are mended in place, and publishing imports exactly that; by keyboard alone as well [#110, #194, #249]', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Please select a CSV file.')).toBeVisible()
  await expect(page.getByLabel('Admin key')).toBeFocused()

  await page.keyboard.type(server.adminKey)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('CSV file')).toBeFocused()
  await page.getByLabel('CSV file').setInputFiles(csv([{ ...bad, title: 'Lynx by keys' }], 'keys.csv'))
  const press = async (name: RegExp | string) => {
    const target = page.getByRole('button', { name }).or(page.getByLabel(name)).first()
    for (let step = 0; step < 60 && !(await target.evaluate((element) => element === document.activeElement)); step++)
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await press('Check the file')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Checked: no row can be taken as it is.')).toBeVisible()
  await press('Row 2, end_date')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('28/2/2027')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 row is taken now.')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Import 1 offer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Imported 1 offer: 1 new')).toBeVisible()

  await check(
    page,
    csv([good, bad, { ...good, title: '', discount: '150' }, { ...good, title: 'Lynx brunch', description: 'Up to 50% off' }]),
  )
  await expect(page.getByText('Checked: 2 rows are good, 2 rows are refused. Nothing is imported yet.')).toBeVisible()
  await expect(panel(page).getByText('New offers').locator('..')).toContainText('2')
  const sample = page.getByRole('region', { name: 'The first rows, as they were understood' })
  await expect(sample.getByRole('row').nth(1)).toContainText(/2.*Lynx lunch.*Lynx Larder.*1 Lynx Lane.*Food.*open.*Runs/)
  await page.getByRole('heading', { name: 'Read from words' }).click()
  await expect(page.getByRole('region', { name: 'Read from words' }).getByRole('row').nth(1)).toContainText(/5.*Up to 50% off.*up to 50/)
  for (const title of ['lynx lunch', 'lynx brunch']) expect(await isFound(page, title)).toBe(false)

  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Change a cell first.')).toBeVisible()
  await expect(refused(page).getByLabel('Row 3, end_date')).toHaveValue('31/2/2027')
  await refused(page).getByLabel('Row 3, end_date').fill('28/2/2027')
  await refused(page).getByLabel('Row 4, title').fill('Lynx supper')
  await page.getByRole('button', { name: 'Check 2 rows again' }).click()
  await expect(page.getByText('1 row is taken now. 1 of the changed rows is still refused.')).toBeVisible()
  await expect(refused(page).getByRole('heading')).toBeFocused()
  await expect(refused(page).getByLabel('Row 4, discount')).toHaveValue('150')
  await expect(refused(page).getByRole('listitem')).toHaveCount(1)
  await expect(refused(page).getByLabel('Row 4, title')).toHaveCount(0)

  await page.getByRole('button', { name: 'Import 3 offers' }).click()
  await expect(page.getByText('Imported 3 offers: 3 new, 0 changed, 0 unchanged. 1 row was refused.')).toBeVisible()
  await expect(panel(page).getByRole('heading', { name: 'lynx.csv' })).toBeFocused()
  expect(await isFound(page, 'lynx dinner')).toBe(true)
  await expect(page.getByRole('button', { name: 'Remove the demo city' })).toBeVisible()

  const item = page.getByRole('region', { name: 'Imports', exact: true }).getByRole('listitem').first()
  await expect(item).toContainText(/lynx\.csv.*Imported.*File of offers.*3 new, 1 refused/s)
})

test('a file that waits is found again, and cancelled; a file of shops is told as shops, from the check to the undo', async ({ page }) => {
  await check(page, csv([{ ...good, title: 'Lynx to wait' }], 'waits.csv'))
  await expect(page.getByText('Checked: 1 row is good. Nothing is imported yet.')).toBeVisible()
  await page.goto(`${server.url}/web`)
  await page.getByLabel('Admin key').fill(server.adminKey)
  await page.keyboard.press('Tab')
  await expect(panel(page).getByRole('heading', { name: 'waits.csv' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(panel(page).getByText('Cancelled. Nothing was changed.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Imports', exact: true }).getByRole('listitem').first()).toContainText(
    /waits\.csv.*Cancelled/s,
  )
  expect(await isFound(page, 'lynx to wait')).toBe(false)

  await test.step('a file of shops', async () => {
    const shops = ['Okapi Books', 'Okapi Tools'].map((shop) => ({ shop, address: `1 ${shop} Lane`, phone: '0112303500' }))
    await page.setViewportSize({ width: 360, height: 640 })
    await check(page, csv([...shops, { ...shops[0]!, shop: 'Okapi Maps', latitude: '79.86', longitude: '6.93' }, shops[1]!], 'shops.csv'))
    await expect(panel(page).getByRole('heading', { name: 'shops.csv' })).toBeFocused()
    await expect(panel(page).getByRole('button', { name: 'Import 2 shops' })).toBeInViewport()
    await expect(panel(page).getByText('New shops').locator('..')).toContainText('2')
    await expect(panel(page).getByText('New offers')).toHaveCount(0)
    // Both numbers of a place can be mended, and what is right when it is asked for.
    await expect(refused(page).getByLabel('Row 4, phone')).toHaveCount(0)
    await refused(page).getByRole('button', { name: 'All cells of row 4' }).click()
    await expect(refused(page).getByLabel('Row 4, phone')).toHaveValue('0112303500')
    await refused(page).getByLabel('Row 4, latitude').fill('6.93')
    await refused(page).getByLabel('Row 4, longitude').fill('79.86')
    // What tells shops apart can be written anew where two rows are one shop.
    await expect(refused(page).getByLabel('Row 5, shop')).toHaveAccessibleDescription(/stands in row 3 already/)
    await expect(refused(page).getByLabel('Row 5, title')).toHaveCount(0)
    await refused(page).getByLabel('Row 5, shop').fill('Okapi Toys')
    await page.getByRole('button', { name: 'Check 2 rows again' }).click()
    await expect(page.getByText('2 rows are taken now.')).toBeVisible()
    await page.getByRole('button', { name: 'Import 4 shops' }).click()
    await expect(page.getByText('Imported 4 shops: 4 new, 0 changed, 0 unchanged.')).toBeVisible()

    const item = page.getByRole('region', { name: 'Imports', exact: true }).getByRole('listitem').first()
    await expect(item).toContainText(/shops\.csv.*Imported.*File of shops.*4 new/s)
    const [saved] = await Promise.all([page.waitForEvent('download'), item.getByRole('button', { name: /^Download/ }).click()])
    expect(saved.suggestedFilename()).toContain('shops')
    await check(page, csv(shops, 'shops.csv'))
    await expect(page.getByText('What they say stands in the catalogue already: nothing would change.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import all the same' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(panel(page).getByText('Cancelled. Nothing was changed.')).toBeVisible()
    const published = page.getByRole('region', { name: 'Imports', exact: true }).getByRole('listitem').nth(1)
    await published.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByRole('alertdialog')).toContainText('4 shops that came with it will be withdrawn')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await expect(panel(page)).toContainText('4 shops withdrawn')
    const undone = page.getByRole('region', { name: 'Imports', exact: true }).getByRole('listitem').nth(2)
    await expect(undone).toContainText('Undone')
    await expect(undone.getByRole('button', { name: /^Download/ })).toHaveCount(0)
    await undone.getByRole('button', { name: /^Show/ }).click()
    await expect(panel(page)).toContainText(/Undone on .*What follows is what it had brought/)
    await expect(panel(page).getByRole('heading', { name: 'shops.csv' })).toBeInViewport()
    await expect(page.getByText('Refused rows')).toHaveCount(0)
  })
})

test('what a file changes is told from what to what, and an import is undone when asked twice; a check that runs says how far it is, while somebody looks, is found again by whoever comes back, and can be cancelled', async ({
  page,
  request,
}) => {
  const offer = { ...good, title: 'Lynx tea', shop: 'Lynx Tea House', end_date: '2027-06-30' }
  await importBeside(request, [offer])
  await check(page, csv([{ ...offer, end_date: '2027-07-31', terms: 'Only with cake.' }], 'changes.csv'))
  await page.getByRole('heading', { name: 'Changed offers' }).click()
  await expect(page.getByText('end_date in 1 offer, terms in 1.')).toBeVisible()
  const row = page.getByRole('region', { name: 'Changed offers' }).getByRole('row').nth(1)
  await expect(row).toContainText(/end_date.*2027-06-30.*2027-07-31.*terms.*empty.*Only with cake/s)
  await page.getByRole('button', { name: 'Import 1 offer' }).click()
  await expect(page.getByText('Imported 1 offer: 0 new, 1 changed, 0 unchanged.')).toBeVisible()

  await page.getByRole('button', { name: /^Undo changes\.csv/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo changes.csv?' })
  await expect(question).toContainText('1 offer that it changed will be as before')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: /^Undo changes\.csv/ }).click()
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(panel(page).getByRole('heading', { name: 'Undo of changes.csv' })).toBeFocused()
  await expect(panel(page).getByRole('heading')).toBeInViewport()
  const item = page.getByRole('region', { name: 'Imports', exact: true }).getByRole('listitem').nth(1)
  await expect(item).toContainText(/changes\.csv.*Undone/s)
  await expect(item.getByRole('button', { name: /^Undo/ })).toHaveCount(0)

  await test.step('a check that runs', async () => {
    await check(page, writeLong())
    await expect(panel(page).getByText(/^[\d,]+ rows read/)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Read' })).toBeVisible()
    await page.goto(`${server.url}/web`)
    await page.getByLabel('Admin key').fill(server.adminKey)
    await page.keyboard.press('Tab')
    await expect(panel(page).getByRole('heading', { name: 'many.csv' })).toBeVisible()
    await expect(panel(page).getByText(/^[\d,]+ rows read/)).toBeVisible()

    // Nobody is asked while nobody looks at the page.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    // What is on its way may still arrive.
    await page.waitForTimeout(500)
    const asked: string[] = []
    page.on('request', (sent) => asked.push(sent.url()))
    await page.waitForTimeout(1_500)
    expect(asked.filter((url) => url.includes('/imports'))).toEqual([])
    const told = page.waitForResponse((answer) => /\/dashboard\/imports\/[^/?]+$/.test(answer.url()))
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    // It runs still: whoever looked would have been told every second.
    expect(await (await told).json()).toMatchObject({ data: { state: 'running' } })

    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(panel(page).getByText('Cancelled. Nothing was changed.')).toBeVisible()
    await expect(panel(page).getByRole('heading', { name: 'many.csv' })).toBeFocused()
    expect(await isFound(page, 'lynx number')).toBe(false)
  })
})

test('a file that something else sets aside says so, and nothing that was written in its rows is lost; whoever imports it in that moment is told once, and goes on from there', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/Failed to load resource/)
  await check(page, csv([{ ...good, title: 'Lynx aside' }, bad, { ...bad, title: 'Lynx late' }], 'aside.csv'))
  await expect(page.getByText('Checked: 1 row is good, 2 rows are refused.')).toBeVisible()
  await refused(page).getByLabel('Row 3, end_date').fill('28/2/2027')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('1 row is taken now.')).toBeVisible()
  await refused(page).getByLabel('Row 4, end_date').fill('1/3/2027')
  await importBeside(request, [{ ...good, title: 'Lynx in between' }])
  // Nobody has pressed anything.
  await expect(panel(page).getByText('Set aside: something else changed the catalogue first.')).toBeVisible({ timeout: 15_000 })
  await expect(panel(page).getByText('What was corrected in its rows is kept')).toBeVisible()
  await page.getByRole('button', { name: 'Check the same file again' }).click()
  await expect(page.getByText('Checked: 2 rows are good, 1 of them as corrected here, 1 row is refused.')).toBeVisible()
  await expect(refused(page).getByLabel('Row 4, end_date')).toHaveValue('1/3/2027')
  await page.getByRole('button', { name: 'Import 2 offers' }).click()
  const unchecked = page.getByRole('alertdialog', { name: 'Import without these rows?' })
  await unchecked.getByRole('button', { name: 'Go back' }).click()
  // Its answer is lost on the way.
  await page.route('**/rows', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('All of them are taken now.')).toBeVisible()
  await page.unroute('**/rows')
  await expect(page.getByText('Checked: 3 rows are good, 2 of them as corrected here.')).toBeVisible()

  await panel(page).getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this import?' })
  await expect(question).toContainText('What was corrected in 2 rows is forgotten')
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(panel(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Import 3 offers' }).click()
  await expect(page.getByText(/Imported 3 offers: \d new/)).toBeVisible()

  await test.step('set aside in the moment of the import', async () => {
    await check(page, csv([{ ...good, title: 'Lynx beaten' }], 'beaten.csv'))
    await expect(page.getByText('Checked: 1 row is good.')).toBeVisible()
    await page.route('**/publish', async (route) => {
      await importBeside(request, [{ ...good, title: 'Lynx was faster' }])
      await route.continue()
    })
    await page.getByRole('button', { name: 'Import 1 offer' }).click()
    await expect(panel(page).getByText('Set aside: something else changed the catalogue first.')).toBeVisible()
    await expect(panel(page).locator('.banner')).toHaveCount(1)
    await expect(panel(page).getByRole('heading', { name: 'beaten.csv' })).toBeFocused()
    expect(await isFound(page, 'lynx beaten')).toBe(false)
    await page.unroute('**/publish')
    await page.getByRole('button', { name: 'Check the same file again' }).click()
    await expect(page.getByText('Checked: 1 row is good.')).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 offer' }).click()
    await expect(page.getByText('Imported 1 offer: 1 new')).toBeVisible()
  })
})

test('a wrong key is told where it stands, and a server that is away where it was asked; refused rows download with their reasons and import as they are, and so does the catalogue', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 401|ERR_FAILED/)
  await page.getByLabel('Admin key').fill('not the key at all')
  await page.keyboard.press('Tab')
  await expect(page.getByText('This is not the admin key.')).toBeVisible()
  await expect(page.getByLabel('Admin key')).toHaveAttribute('aria-invalid', 'true')

  await page.route('**/dashboard/imports?*', (route) => route.abort('failed'))
  await page.getByLabel('Admin key').fill(server.adminKey)
  await page.keyboard.press('Tab')
  await expect(page.getByText('The list could not be loaded.')).toBeVisible()
  await page.unroute('**/dashboard/imports?*')
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Imports', exact: true }).getByRole('listitem').first()).toBeVisible()

  await page.route('**/dashboard/imports', (route) => route.abort('failed'))
  await page.getByLabel('CSV file').setInputFiles(csv([good]))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('The file did not arrive. Please check your connection and send it again.')).toBeVisible()
  await page.unroute('**/dashboard/imports')

  await test.step('downloads', async () => {
    await check(page, csv([bad], 'refused.csv'))
    await expect(page.getByText('Checked: no row can be taken as it is.')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: /^Import/ })).toHaveCount(0)
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the refused rows' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/^refused-rows-\d+\.csv$/)
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toMatch(/^\ufeffreason,title,/)
    await page.getByLabel('CSV file').setInputFiles({
      name: 'mended.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text.replaceAll('31/2/2027', '28/2/2027')),
    })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(panel(page).getByRole('heading', { name: 'mended.csv' })).toBeVisible()
    await expect(page.getByText('Checked: 1 row is good.')).toBeVisible()

    const all = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all offers' }).click()
    expect((await all).suggestedFilename()).toMatch(/^offers-.*\.csv$/)
  })
})

test('axe finds nothing in a checked file and a running one, and nothing runs out of it, on a phone and on a desk', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000)
  await importBeside(request, [{ ...good, title: 'Lynx in every state', end_date: '2027-06-30' }])
  await check(
    page,
    csv(
      [
        { ...good, title: 'Lynx in every state', end_date: '2027-07-01' },
        { ...bad, description: 'Was Rs. 1380, now Rs 990' },
        { ...good, title: 'Lynx words', description: 'Was Rs. 1380, now Rs 990' },
      ],
      'every-state-of-a-file-with-a-long-name.csv',
    ),
  )
  await expect(page.getByText('Checked: 2 rows are good, 1 row is refused.')).toBeVisible()
  await page.locator('.fold').evaluateAll((folds) => folds.forEach((fold) => ((fold as HTMLDetailsElement).open = true)))
  const faults = await findFaults(page, 'checked')
  await page.getByRole('button', { name: /^Import \d/ }).click()
  await expect(page.getByText(/^Imported 2 offers/)).toBeVisible()
  faults.push(...(await findFaults(page, 'imported')))
  await page
    .getByRole('button', { name: /^Undo every-state/ })
    .first()
    .click()
  faults.push(...(await findFaults(page, 'asking')))
  await page.keyboard.press('Escape')
  await page.getByLabel('CSV file').setInputFiles(writeLong())
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('progressbar', { name: 'Read' })).toBeVisible()
  // What is looked at takes longer than the file: the page is told no more of it.
  await page.route(/\/dashboard\/imports\/[^/]+$/, () => {})
  faults.push(...(await findFaults(page, 'running')))
  await expect(page.getByRole('progressbar', { name: 'Read' })).toBeVisible()
  expect(faults).toEqual([])
})
