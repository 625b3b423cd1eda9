/** Liking, by somebody who is signed in: a button that says at once that it works, and lists that change once the server has said so. */
import type { Page, Request } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { openAccount, readStored } from './accounts.ts'
import { findOffer } from './city.ts'
import { heart, isLike } from './like-buttons.ts'
import { enter, findToast, openChecked, readProfile } from './profile-account.ts'

const favorite = (page: Page) => page.getByRole('button', { name: /Favorites/ })
const storedLikes = async (page: Page) => ((await readStored(page)).session as { state: { likedOffers: string[] } }).state.likedOffers
const bodyOf = (request: Request) => request.postDataJSON() as { action: string; metadata: { location: unknown } }
/** What is sent of a like where the browser does not say where it is. */
const likeOf = (userId: string, targetId: string) => ({
  userId,
  interactionType: 'OFFER_LIKE',
  targetType: 'OFFER',
  targetId,
  action: 'ADD',
  metadata: { location: null, deviceInfo: 'Unknown Device', platform: 'Unknown Platform' },
})

test('an offer is liked and unliked; the list here changes after the answer, and the button works until then; whoever clicks fast gets what they wanted last, with one call at a time [#90, #157, #158, #216]', async ({
  page,
  request,
}) => {
  const nimali = await openAccount(request)
  await enter(page, nimali)
  const { offer } = await findOffer(request, 'kottu')
  await page.goto(`/offers/${offer}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/interactions', async (route) => {
    if (isLike(route.request())) await held
    await route.continue()
  })
  const sent = page.waitForRequest(isLike)
  await heart(page).click()
  await expect(heart(page)).toHaveAttribute('aria-busy', 'true')
  expect(bodyOf(await sent)).toEqual(likeOf(nimali.user.id, offer))
  expect(await storedLikes(page)).toEqual([])
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  release()
  await expect(findToast(page, 'Added to liked offers')).toBeVisible()
  await expect(findToast(page, await page.getByRole('heading', { level: 1 }).innerText())).toBeVisible()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(heart(page)).toHaveAttribute('aria-busy', 'false')
  expect(await storedLikes(page)).toEqual([offer])
  // The button with words is the same like.
  await page.getByRole('button', { name: 'Saved' }).click()
  await expect(findToast(page, 'Removed from liked offers')).toBeVisible()
  expect(await storedLikes(page)).toEqual([])
  expect(await readProfile(request, nimali)).toMatchObject({ likedOffers: [] })

  await page.unroute('**/api/v1/interactions')
  await test.step('whoever clicks fast', async () => {
    const actions: string[] = []
    let running = 0
    let most = 0
    await page.route('**/api/v1/interactions', async (route) => {
      if (isLike(route.request())) {
        actions.push(bodyOf(route.request()).action)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 300))
        running -= 1
      }
      await route.continue()
    })
    await heart(page).evaluate((button: HTMLButtonElement) => [1, 2, 3, 4, 5].forEach(() => button.click()))
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(heart(page)).toHaveAttribute('aria-busy', 'false')
    expect([actions, most]).toEqual([['ADD'], 1])
    // While one is on its way, it is taken back.
    const taken = page.waitForRequest(isLike)
    await heart(page).click()
    await taken
    await heart(page).click()
    await expect(heart(page)).toHaveAttribute('aria-busy', 'false')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    expect([actions, most]).toEqual([['ADD', 'REMOVE', 'ADD'], 1])
    expect(await readProfile(request, nimali)).toMatchObject({ likedOffers: [offer] })
  })
})

test('a like tells where it was made if the browser says so at once, and works all the same if not; two tabs show the same likes [#227]', async ({
  page,
  request,
  context,
}) => {
  await enter(page, await openAccount(request))
  const { offer, shop } = await findOffer(request, 'kottu')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 6.9, longitude: 79.86 })
  await page.goto(`/offers/${offer}`)
  const withPlace = page.waitForRequest(isLike)
  await heart(page).click()
  expect(bodyOf(await withPlace).metadata.location).toEqual({ type: 'Point', coordinates: [79.86, 6.9] })
  await expect(findToast(page, 'Added to liked offers')).toBeVisible()

  await page.context().clearPermissions()
  const without = page.waitForRequest(isLike)
  await heart(page).click()
  expect(bodyOf(await without).metadata.location).toBeNull()
  await expect(findToast(page, 'Removed from liked offers')).toBeVisible()

  await test.step('two tabs', async () => {
    const other = await context.newPage()
    await other.goto(`/offers/${offer}`)
    await heart(page).click()
    await expect(heart(other)).toHaveAttribute('aria-pressed', 'true')
    await heart(other).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  })

  // Somebody who has not answered the browser's question yet.
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => undefined
  })
  await page.goto(`/shops/${shop}`)
  const undecided = page.waitForRequest(isLike)
  await favorite(page).click()
  expect(bodyOf(await undecided).metadata.location).toBeNull()
  await expect(findToast(page, 'Added to liked shops')).toBeVisible()
})

test('a like that fails says so and changes nothing; one that got no answer is tried again by itself [#245]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/The (like|unlike) of (OFFER|SHOP):\S+ failed/)
  consoleWatch.expectConsole(/Failed to load resource/)
  const nimali = await openAccount(request)
  await enter(page, nimali)
  const { offer, shop } = await findOffer(request, 'kottu')
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('The like of OFFER:'))
  await page.goto(`/offers/${offer}`)
  let tries = 0
  await page.route('**/api/v1/interactions', (route) => {
    if (isLike(route.request())) tries += 1
    return isLike(route.request()) ? route.abort() : route.continue()
  })
  await heart(page).click()
  await expect(findToast(page, 'Could not update liked offers.')).toBeVisible()
  await logged
  expect(tries).toBe(2)
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/v1/interactions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

  // The answer is lost on its way: the second try finds the like of the first, and nobody is told of a conflict.
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(favorite(page)).toBeVisible()
  let isFirst = true
  await page.route('**/api/v1/interactions', async (route) => {
    if (!isLike(route.request()) || !isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    return route.abort()
  })
  await favorite(page).click()
  await expect(findToast(page, 'Added to liked shops')).toBeVisible()
  await expect(favorite(page)).toHaveText('Saved to Favorites')
  await page.unroute('**/api/v1/interactions')
  const failure = {
    success: false,
    error: 'Something went wrong on our side. Please try again.',
    message: '',
    code: 'internal_error',
    fields: null,
  }
  await page.route('**/api/v1/interactions', (route) => route.fulfill({ status: 500, json: failure }))
  const unlikeLogged = page.waitForEvent('console', (message) => message.text().startsWith('The unlike of SHOP:'))
  await favorite(page).click()
  await expect(findToast(page, 'Could not update liked shops.')).toBeVisible()
  await unlikeLogged
  await expect(favorite(page)).toHaveText('Saved to Favorites')
  expect(await readProfile(request, nimali)).toMatchObject({ likedOffers: [offer], likedShops: [shop] })
})

test('where another device was faster, likes are synchronised and it is said [#108, #160, #161]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (404|409)/)
  const nimali = await openAccount(request)
  await enter(page, nimali)
  const { offer, shop } = await findOffer(request, 'kottu')
  const elsewhere = { headers: { authorization: `Bearer ${nimali.token}` } }
  await openChecked(page, `/shops/${shop}`, nimali)
  await expect(favorite(page)).toHaveText('Add to Favorites')
  await request.post('/api/v1/consumer/favorite-shops', { ...elsewhere, data: { shopId: shop } })
  await favorite(page).click()
  await expect(findToast(page, 'Shop status updated – Your liked shops have been synchronized')).toBeVisible()
  await expect(favorite(page)).toHaveText('Saved to Favorites')
  await request.delete(`/api/v1/consumer/liked-shops/${shop}`, elsewhere)
  await favorite(page).click()
  await expect(favorite(page)).toHaveText('Add to Favorites')
  await expect(favorite(page)).toHaveAttribute('aria-busy', 'false')
  const profile = page.waitForResponse((response) => response.url().endsWith(`/consumer/${nimali.user.id}`))
  await favorite(page).click()
  expect(((await (await profile).json()) as { data: unknown }).data).toMatchObject({ likedShops: [shop] })
  await expect(findToast(page, 'Added to liked shops')).toBeVisible()
  const { session, user } = await readStored(page)
  expect(session).toMatchObject({ state: { likedShops: [shop], user: { likedShops: [shop] } } })
  expect(JSON.parse(user ?? '')).toMatchObject({ likedShops: [shop] })
  await favorite(page).click()
  await expect(findToast(page, 'Removed from liked shops')).toBeVisible()

  await openChecked(page, `/offers/${offer}`, nimali)
  await request.post('/api/v1/consumer/liked-offers', { ...elsewhere, data: { offerId: offer } })
  await heart(page).click()
  await expect(findToast(page, 'Offer status updated – Your liked offers have been synchronized')).toBeVisible()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
})
