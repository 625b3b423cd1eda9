/** From where distances are measured, chosen by hand: without any permission, by keyboard alone, and until somebody chooses otherwise. */
import type { APIRequestContext, Page, Request } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { openAccount } from './accounts.ts'
import { dayFromNow, findOffer, importRows } from './city.ts'
import { DESK, findFaults, NARROWEST, PHONE } from './find-faults.ts'
import { heart, isLike } from './like-buttons.ts'
import { enter, findToast } from './profile-account.ts'

const BORELLA = { latitude: '6.9146', longitude: '79.8778' }
const MOUNT_LAVINIA = { latitude: 6.8389, longitude: 79.8653 }

/** Two offers: the one in Borella ends last, so that only the distance brings it to the front. */
const importQuokkas = (request: APIRequestContext, adminKey: string) => {
  const row = { category: 'Food', shop: 'Quokka', tags: 'quokka' }
  return importRows(request, adminKey, [
    { ...row, title: 'Quokka by the sea', address: '1 Pier', latitude: '6.9344', longitude: '79.8428', end_date: dayFromNow(2) },
    { ...row, title: 'Quokka in Borella', address: '2 Cross Road', ...BORELLA, end_date: dayFromNow(5) },
  ])
}

const pin = (page: Page, from: string) => page.getByRole('link', { name: `Distances are measured from ${from} (change this)` })
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Measure distances from' })
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'A neighbourhood' })
const options = (page: Page) => dialog(page).getByRole('option')
const offers = (page: Page) => page.getByRole('region', { name: 'Available Offers' })
const titles = (page: Page) => offers(page).getByRole('heading', { level: 3 })
const distances = (page: Page) => offers(page).locator('.where')

/** The name of a place, typed and taken. */
async function choose(page: Page, name: string, from = 'the centre') {
  await pin(page, from).click()
  await field(page).fill(name)
  await expect(options(page).first()).toHaveText(new RegExp(`^${name}`))
  await field(page).press('Enter')
  await expect(pin(page, name)).toBeVisible()
}

test('by keyboard alone and without any permission one measures from a neighbourhood, nearest first, until one chooses otherwise [#61, D-09, D-15]', async ({
  page,
  context,
  request,
  adminKey,
}) => {
  await importQuokkas(request, adminKey)
  await page.addInitScript(() => {
    Geolocation.prototype.getCurrentPosition = () => void (document.documentElement.dataset['asked'] = 'yes')
  })
  const sent: string[] = []
  page.on('request', (one) => void sent.push(one.url()))
  await page.goto('/?tags=quokka')
  await expect(titles(page)).toHaveText(['Quokka by the sea', 'Quokka in Borella'])
  await expect(distances(page)).toContainText(['~0 m', '~4.4 km'])
  expect(sent.filter((url) => url.endsWith('/city'))).toEqual([])

  await pin(page, 'the centre').focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('bor')
  await expect(options(page)).toHaveText(['Borella'])
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(pin(page, 'Borella')).toBeFocused()
  await expect(page).toHaveURL(/\?tags=quokka&sort=distance$/)
  await expect(titles(page)).toHaveText(['Quokka in Borella', 'Quokka by the sea'])
  await expect(distances(page)).toContainText(['0 m from Borella', '4.4 km from Borella'])
  await expect(offers(page)).not.toContainText('~')
  await expect(page.getByText('so they are approximate')).toHaveCount(0)
  expect(sent.some((url) => /near=6\.915(%2C|,)79\.878(&|$)/.test(url))).toBe(true)
  await page.getByRole('combobox', { name: 'Distance' }).selectOption({ label: 'Within 2 km of Borella' })
  await expect(titles(page)).toHaveText(['Quokka in Borella'])

  // It survives a reload, and the end of the session, of which another tab knows nothing.
  await page.reload()
  await expect(pin(page, 'Borella')).toBeVisible()
  await expect(titles(page)).toHaveText(['Quokka in Borella'])
  const later = await context.newPage()
  await later.goto('/?tags=quokka&sort=distance')
  await expect(distances(later)).toContainText(['0 m from Borella', '4.4 km from Borella'])
  await later.getByRole('link', { name: 'Quokka by the sea' }).click()
  await expect(later.getByText('4.4 km from Borella. 2 days remaining')).toBeVisible()
  await later.getByRole('link', { name: 'View Profile' }).click()
  await expect(later.getByRole('main').getByText('1 Pier, 4.4 km from Borella')).toBeVisible()

  // Settings say so, and forget it.
  await page.goto('/settings')
  const setting = page.getByRole('group', { name: 'Distances are measured from' })
  await expect(setting.getByRole('radio', { name: 'A neighbourhood' })).toBeChecked()
  await expect(setting.getByRole('combobox', { name: 'Neighbourhood' })).toHaveValue('Borella')
  await setting.getByRole('radio', { name: 'A neighbourhood' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(setting.getByRole('radio', { name: 'The centre of Colombo' })).toBeChecked()
  await page.goto('/?tags=quokka')
  await expect(distances(page)).toContainText(['~0 m', '~4.4 km'])
  await expect(page.locator('html')).not.toHaveAttribute('data-asked')
})

test('the arrows walk round the list, words narrow it down, and Escape leaves all as it was; a refusal leaves the question open, and an answer of the browser that comes after another choice is not heard [#238]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Geolocation.prototype.getCurrentPosition = (done, fail) => {
      const hold = window as unknown as { answer: (isGood: boolean) => void }
      const coords = { latitude: 6.8389, longitude: 79.8653 } as GeolocationCoordinates
      hold.answer = (isGood) => (isGood ? done({ coords } as GeolocationPosition) : fail?.({ code: 1 } as GeolocationPositionError))
    }
  })
  const answer = (isGood: boolean) =>
    page.evaluate((good) => (window as unknown as { answer: (good: boolean) => void }).answer(good), isGood)
  await page.goto('/')
  await pin(page, 'the centre').focus()
  await page.keyboard.press('Enter')
  await expect(options(page)).toHaveCount(23)
  const active = dialog(page).getByRole('option', { selected: true })
  await expect(active).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(active).toHaveText('Bambalapitiya')
  await page.keyboard.press('ArrowUp')
  await expect(active).toHaveText('Wellawatte')
  await expect(active).toBeInViewport()
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id'))!)
  await page.keyboard.press('ArrowDown')
  await expect(active).toHaveText('Bambalapitiya')
  // What begins with the words comes before what only has them.
  await page.keyboard.type('m')
  await expect(options(page).first()).toHaveText('Maradana')
  await page.keyboard.type('nowhere')
  await expect(dialog(page).getByText('No neighbourhood is called that.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(pin(page, 'the centre')).toBeFocused()
  await expect(page).toHaveURL(/\/$/)

  await pin(page, 'the centre').click()
  await dialog(page).getByRole('button', { name: 'Use my position' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Locating…' })).toBeVisible()
  await answer(false)
  await expect(findToast(page, 'Location access denied. Please enable location services.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Use my position' }).click()
  await options(page).filter({ hasText: 'Borella' }).click()
  await expect(pin(page, 'Borella')).toBeVisible()
  await answer(true)
  expect(await page.evaluate(() => [sessionStorage.getItem('place'), localStorage.getItem('place')?.includes('Borella')])).toEqual([
    null,
    true,
  ])
})

test('the latest choice wins: the browser’s position, a neighbourhood, the centre, in this tab and in others [#200]', async ({
  page,
  context,
  request,
  adminKey,
}) => {
  await importQuokkas(request, adminKey)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(MOUNT_LAVINIA)
  await page.goto('/?tags=quokka')
  const other = await context.newPage()
  await other.goto('/?tags=quokka')
  await other.getByRole('button', { name: 'Near me' }).click()
  await expect(pin(other, 'where you are')).toBeVisible()
  await expect(pin(page, 'the centre')).toBeVisible()

  await choose(page, 'Borella')
  await expect(distances(other)).toContainText(['from Borella', 'from Borella'])
  await pin(page, 'Borella').click()
  await expect(options(page).filter({ hasText: '(chosen)' })).toHaveText(/^Borella/)
  await dialog(page).getByRole('button', { name: 'Use my position' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(pin(page, 'where you are')).toBeFocused()
  await expect(distances(page)).toContainText(['8.5 km', '10.9 km'])
  // There is no position for the other tab: it is back at the centre.
  await expect(pin(other, 'the centre')).toBeVisible()
  await page.reload()
  await expect(pin(page, 'where you are')).toBeVisible()

  await choose(page, 'Fort', 'where you are')
  await pin(page, 'Fort').click()
  await dialog(page).getByRole('button', { name: 'City centre' }).click()
  await expect(pin(page, 'the centre')).toBeFocused()
  await page.reload()
  await expect(distances(page).first()).toContainText('~')
})

test('where the list cannot be loaded both doors say so, and try again', async ({ page, consoleWatch }) => {
  consoleWatch.expectConsole(/Failed to load resource/)
  let isDown = true
  await page.route('**/api/v1/city', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto('/')
  await pin(page, 'the centre').click()
  await expect(dialog(page).getByRole('alert')).toContainText('The neighbourhoods could not be loaded.')
  isDown = false
  await dialog(page).getByRole('link', { name: 'Retry' }).click()
  await expect(options(page)).toHaveCount(23)
  await page.keyboard.press('Escape')

  isDown = true
  await page.goto('/settings')
  const setting = page.getByRole('group', { name: 'Distances are measured from' })
  await setting.getByRole('radio', { name: 'A neighbourhood' }).check()
  await expect(setting.getByRole('alert')).toContainText('The neighbourhoods could not be loaded.')
  isDown = false
  await setting.getByRole('link', { name: 'Retry' }).click()
  await setting.getByRole('combobox', { name: 'Neighbourhood' }).selectOption('Nugegoda')
  await page.goto('/')
  await expect(pin(page, 'Nugegoda')).toBeVisible()
})

test('a neighbourhood that has moved is followed, one that is no more is forgotten, and what makes no sense is ignored', async ({
  page,
}) => {
  const keep = (kept: string) => page.evaluate((text) => localStorage.setItem('place', text), kept)
  const readKept = () => page.evaluate(() => JSON.parse(localStorage.getItem('place') ?? 'null') as unknown)
  await page.goto('/privacy')
  await keep(JSON.stringify({ name: 'Borella', lat: 6, lng: 80 }))
  await page.goto('/settings')
  await expect.poll(readKept).toEqual({ name: 'Borella', lat: 6.9146, lng: 79.8778 })
  await keep(JSON.stringify({ name: 'Atlantis', lat: 6, lng: 80 }))
  await page.goto('/settings')
  await expect(page.getByRole('radio', { name: 'The centre of Colombo' })).toBeChecked()
  await keep('{"name":"Borella"')
  await page.goto('/')
  await expect(pin(page, 'the centre')).toBeVisible()
})

test('a neighbourhood is never told as the place where somebody is: neither with a click nor with a like', async ({ page, request }) => {
  const nimali = await openAccount(request)
  await enter(page, nimali)
  await page.addInitScript(() => localStorage.setItem('place', JSON.stringify({ name: 'Borella', lat: 6.9146, lng: 79.8778 })))
  const { offer } = await findOffer(request, 'kottu')
  const placeOf = (told: Request) => (told.postDataJSON() as { metadata: { location: unknown } }).metadata.location
  const clicked = page.waitForRequest((told) => /_CLICK/.test(told.postData() ?? ''))
  await page.goto(`/offers/${offer}`)
  await expect(page.getByRole('article')).toContainText('from Borella')
  expect(placeOf(await clicked)).toBeNull()
  const liked = page.waitForRequest(isLike)
  await heart(page).click()
  expect(placeOf(await liked)).toBeNull()
})

test('axe finds nothing in the choice of a place, and it fits on small screens', async ({ page }) => {
  await page.goto('/')
  await pin(page, 'the centre').click()
  await expect(options(page)).toHaveCount(23)
  const faults = await findFaults(page, 'dialog')
  await field(page).fill('b')
  faults.push(...(await findFaults(page, 'narrowed down')))
  for (const size of [DESK, PHONE, NARROWEST]) {
    await page.setViewportSize(size)
    const { x, width } = (await dialog(page).boundingBox())!
    expect([size.width, x >= 0, x + width <= size.width]).toEqual([size.width, true, true])
  }
  await page.goto('/settings')
  await page.getByRole('radio', { name: 'A neighbourhood' }).check()
  await expect(page.getByRole('combobox', { name: 'Neighbourhood' })).toBeVisible()
  faults.push(...(await findFaults(page, 'settings')))
  expect(faults).toEqual([])
})
