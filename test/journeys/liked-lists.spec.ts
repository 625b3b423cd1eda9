/** What a shopper keeps: the pages of liked offers and of liked shops. */
import { expect, test } from '#test/journey.ts'

import { fillSignIn, openAccount, readStored } from './accounts.ts'
import { findOffer, importRows } from './city.ts'
import { isLike } from './like-buttons.ts'
import { call, cards, keepOffers, likeShop, removalOf, titles, toRows } from './liked-account.ts'
import { enter, findToast, readProfile, signUp } from './profile-account.ts'

test('what ends soonest comes first, what has ended or was withdrawn last and greyed; shops that have left say so, and links still lead somewhere [#84]', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  test.setTimeout(120_000)
  const account = await openAccount(request)
  const kept = { request, account }
  const left = await keepOffers(kept, adminKey, 'Tapir Stall', { 'Tapir umbrella': 7 })
  await likeShop(kept, left)
  const shop = await keepOffers(kept, adminKey, 'Tapir Kitchen', { 'Tapir soup': 9, 'Tapir rice': 2, 'Tapir bread': 5, 'Tapir cake': -2 })
  await likeShop(kept, shop)
  const withdrawal = `/api/v1/superadmin/dashboard/shops/${left}/withdraw`
  expect((await request.post(withdrawal, { headers: { authorization: `Bearer ${adminKey}` } })).status()).toBe(200)

  await enter(page, account)
  await page.goto('/liked-offers')
  await expect(titles(page)).toHaveText(['Tapir rice', 'Tapir bread', 'Tapir soup', /umbrella/i, 'Tapir cake'])
  await expect(page.getByRole('status').filter({ hasText: '5 offers, ending soonest first' })).toBeVisible()
  await expect(page.locator('.card.expired')).toHaveCount(2)
  await expect(cards(page).nth(3)).toContainText('Withdrawn')
  await expect(cards(page).nth(4)).toContainText('Expired')
  await expect(page.getByRole('heading', { level: 2, name: 'No longer available' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Like/ })).toHaveCount(0)

  consoleWatch.expectConsole(/status of 410/)
  await titles(page).nth(3).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'This offer has been withdrawn.' })).toBeVisible()
  await page.goBack()
  // What cannot be liked again is removed without a way back.
  await page.getByRole('button', { name: /^Remove .*umbrella/i }).click()
  await expect(findToast(page, 'Removed from liked offers')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(titles(page)).toHaveCount(4)

  await page.getByRole('banner').getByRole('link', { name: 'Liked Shops' }).click()
  await expect(titles(page)).toHaveCount(2)
  await expect(titles(page).first()).toHaveText('Tapir Kitchen')
  await expect(cards(page).nth(1)).toHaveClass(/expired/)
  await expect(cards(page).nth(1)).toContainText('This shop has left')
  await titles(page).nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'This shop has left.' })).toBeVisible()
})

test('guests are led to sign in and come back; whoever likes nothing yet is told so, and where to go on [#14, #15, #84]', async ({
  page,
  request,
}) => {
  const account = await openAccount(request)
  for (const [path, title, empty, browse] of [
    ['/liked-offers', 'Liked Offers', 'No liked offers yet', 'Browse offers'],
    ['/favorite-shops', 'Liked Shops', 'No liked shops yet', 'Browse shops'],
  ] as const) {
    const html = await (await request.get(path)).text()
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    await page.goto(path)
    await fillSignIn(page, account.email)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page).toHaveTitle(`${title} | Kade`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: empty })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: browse }).click()
    await expect(page).not.toHaveURL(new RegExp(path))
    await page.evaluate(() => localStorage.clear())
  }
})

test('a row is removed, and comes back by Undo; session, server and focus follow, and signing out leaves nothing of it [#84]', async ({
  page,
  context,
  request,
  adminKey,
}) => {
  const account = await signUp(request)
  const kept = { request, account }
  const shop = await keepOffers(kept, adminKey, 'Numbat Corner', { 'Numbat tea': 2, 'Numbat bun': 4, 'Numbat jam': 6 })
  const { shop: other } = await importRows(request, adminKey, toRows('Aardvark Books', { 'Aardvark atlas': 3 })).then(() =>
    findOffer(request, 'Aardvark atlas'),
  )
  await likeShop(kept, shop)
  await likeShop(kept, other)
  await enter(page, account)
  await page.goto('/liked-offers')
  await removalOf(page, 'Numbat bun').click()
  await expect(findToast(page, 'Removed from liked offers')).toBeVisible()
  await expect(findToast(page, 'Numbat bun')).toBeVisible()
  await expect(titles(page)).toHaveText(['Numbat tea', 'Numbat jam'])
  await expect(page.getByRole('status').filter({ hasText: '2 offers' })).toBeVisible()
  await expect(removalOf(page, 'Numbat jam')).toBeFocused()
  expect((await call(kept, 'get', 'liked-offers')).map(({ title }) => title)).toEqual(['Numbat tea', 'Numbat jam'])
  await expect.poll(async () => ((await readStored(page)).session as { state: { likedOffers: string[] } }).state.likedOffers.length).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles(page)).toHaveText(['Numbat tea', 'Numbat bun', 'Numbat jam'])

  await page.getByRole('banner').getByRole('link', { name: 'Liked Shops' }).click()
  await expect(titles(page)).toHaveText(['Aardvark Books', 'Numbat Corner'])
  const profile = page.waitForResponse((answer) => answer.url().endsWith(`/consumer/${account.user.id}`))
  await removalOf(page, 'Numbat Corner', 'shops').click()
  await expect(findToast(page, 'Removed from liked shops')).toBeVisible()
  await profile
  await expect(titles(page)).toHaveText(['Aardvark Books'])
  await expect(removalOf(page, 'Aardvark Books', 'shops')).toBeFocused()
  expect(await readProfile(request, account)).toMatchObject({ likedShops: [other] })
  const readUser = async () => JSON.parse((await readStored(page)).user ?? '{}') as object
  await expect.poll(readUser).toMatchObject({ likedShops: [other] })
  await removalOf(page, 'Aardvark Books', 'shops').click()
  await expect(page.getByRole('heading', { name: 'No liked shops yet' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The newest toast stands last.
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(titles(page)).toHaveText(['Aardvark Books'])

  // Another tab signs out: nothing of it stays.
  const tab = await context.newPage()
  await tab.goto('/privacy')
  await tab.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Aardvark Books')).toHaveCount(0)
})

test('a list that cannot be loaded, and a row that cannot be removed, say so in the written words and lose nothing [#246]', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of (404|500)|The removal of (OFFER|SHOP):\S+ failed/)
  const account = await signUp(request)
  const kept = { request, account }
  await likeShop(kept, await keepOffers(kept, adminKey, 'Quokka Store', { 'Quokka soap': 3, 'Quokka comb': 5 }))
  await enter(page, account)
  for (const [path, list, one, name, card] of [
    ['/liked-offers', 'offers', 'offer', 'Quokka soap', 'Quokka soap'],
    ['/favorite-shops', 'shops', 'shop', 'Quokka Store', 'Quokka Store'],
  ] as const) {
    const address = `**/api/v1/consumer/liked-${list}/**`
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
    await (list === 'offers' ? page.goto(path) : page.getByRole('banner').getByRole('link', { name: 'Liked Shops' }).click())
    await expect(page.getByRole('alert').filter({ hasText: `Failed to load liked ${list}.` })).toBeVisible()
    await expect(findToast(page, `Failed to load liked ${list}.`)).toBeVisible()
    await page.unroute(address)
    await page.getByRole('main').getByRole('link', { name: 'Retry' }).click()
    await expect(titles(page).first()).toHaveText(card)

    const calls = '**/api/v1/interactions'
    await page.route(calls, (route) => (isLike(route.request()) ? route.fulfill({ status: 500, body: '' }) : route.fallback()))
    await removalOf(page, name, list).click()
    await expect(findToast(page, `Could not remove ${one} from liked ${list}.`)).toBeVisible()
    await expect(titles(page).first()).toHaveText(card)
    await expect(removalOf(page, name, list)).toHaveAttribute('aria-busy', 'false')
    expect((await call(kept, 'get', `liked-${list}`)).length).toBeGreaterThan(0)
    await page.unroute(calls)
  }

  // Another device was faster: it is gone, as it was to be.
  await page.getByRole('banner').getByRole('link', { name: 'Liked Offers' }).click()
  await expect(titles(page)).toHaveText(['Quokka soap', 'Quokka comb'])
  const { offer } = await findOffer(request, 'Quokka soap')
  await call(kept, 'delete', `liked-offers/${offer}`)
  await removalOf(page, 'Quokka soap').click()
  await expect(findToast(page, 'Offer status updated – Your liked offers have been synchronized')).toBeVisible()
  await expect(titles(page)).toHaveText(['Quokka comb'])
  await expect(page.getByRole('status').filter({ hasText: /^1 offer$/ })).toBeVisible()

  // What is on the screen outlives a server that is gone.
  await page.route('**/api/v1/consumer/liked-offers/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Liked Offers' }).click()
  await expect(page.getByText('Using cached data').first()).toBeVisible()
  await expect(titles(page)).toHaveText(['Quokka comb'])
})
