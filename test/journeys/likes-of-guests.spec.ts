/** A guest who likes is asked to sign in, comes back to the very page, and is asked once whether the like is still wished for (D-33). */
import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { fillSignIn, openAccount } from './accounts.ts'
import { findOffer } from './city.ts'
import { heart, isLike } from './like-buttons.ts'
import { findToast, readProfile } from './profile-account.ts'

/** Every like that reaches the server. */
function watchLikes(page: Page) {
  const likes: string[] = []
  page.on('request', (request) => isLike(request) && likes.push(request.postData() ?? ''))
  return likes
}

test('on a list a guest is told, led to sign in and back to the list as it was, and asked once [#2, #159]', async ({ page, request }) => {
  const likes = watchLikes(page)
  const { email } = await openAccount(request)
  await page.goto('/?q=kottu')
  const like = page
    .getByRole('main')
    .locator('.list')
    .getByRole('button', { name: /^Like / })
    .first()
  const name = (await like.getAttribute('aria-label'))!.replace('Like ', '')
  await like.click()
  const toasts = page.getByRole('region', { name: /Notifications/ })
  await expect(toasts).toContainText('Authentication required')
  await expect(toasts).toContainText('Please log in to like offers')
  await toasts.getByRole('button', { name: 'Log in' }).click()
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/home\?q=kottu$/)
  const question = page.getByRole('alertdialog', { name: 'Like this offer?' })
  await expect(question).toContainText(name)
  expect(likes).toEqual([])
  await question.getByRole('button', { name: 'Like' }).click()
  await expect(page.getByText('Added to liked offers', { exact: true })).toBeVisible()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  expect(likes).toHaveLength(1)
  await page.reload()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(question).toHaveCount(0)
})

test('on the page of an offer a guest may stay one and is not asked later, or sign in and come back; the question outlives a page drawn anew, nothing is liked silently, and where what it takes to ask cannot be fetched it is said [#2, #103]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/ERR_FAILED|Failed to load resource/)
  const likes = watchLikes(page)
  const { offer } = await findOffer(request, 'kottu')
  await page.goto(`/offers/${offer}`)
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/sign-in-question*.js', (route) => route.abort())
  await heart(page).click()
  await expect(findToast(page, 'That could not be loaded')).toBeVisible()
  await expect(heart(page)).toBeVisible()
  await page.unroute('**/assets/sign-in-question*.js')

  const nimali = await openAccount(request)
  const question = page.getByRole('alertdialog', { name: 'Sign in required' })
  await heart(page).focus()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Continue as Guest' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(heart(page)).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`/offers/${offer}$`))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Continue as Guest' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('like-intent'))).toBeNull()

  await page.goto(`/offers/${offer}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, nimali.email)
  await expect(page).toHaveURL(new RegExp(`/offers/${offer}$`))
  const wish = page.getByRole('alertdialog', { name: 'Like this offer?' })
  await expect(wish).toBeVisible()
  // The frame is drawn again with the address, and even with the whole page.
  await page.evaluate(() => history.pushState(history.state, '', '?q=1'))
  await page.goBack()
  await expect(wish).toBeVisible()
  await page.reload()
  await wish.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(likes).toEqual([])
  expect(await readProfile(request, nimali)).toMatchObject({ likedOffers: [] })
})

test('a shop asks for it as well, and whoever likes it already is not asked; a like with a session that is over leads to sign in and back, and is asked about [#2, #160]', async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/401/)
  const nimali = await openAccount(request)
  const { shop } = await findOffer(request, 'kottu')
  await request.post('/api/v1/consumer/liked-shops', { headers: { authorization: `Bearer ${nimali.token}` }, data: { shopId: shop } })
  await page.goto(`/shops/${shop}`)
  await page.getByRole('button', { name: 'Add to Favorites' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign in required' })
  await question.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, nimali.email)
  await expect(page).toHaveURL(new RegExp(`/shops/${shop}$`))
  await expect(page.getByRole('button', { name: 'Saved to Favorites' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await test.step('a session that is over', async () => {
    const card = page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link').first()
    const path = (await card.getAttribute('href'))!
    await card.click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
    await request.delete('/api/v1/consumer/sessions', { headers: { authorization: `Bearer ${nimali.token}` } })
    await heart(page).click()
    await fillSignIn(page, nimali.email)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await page.getByRole('alertdialog', { name: 'Like this offer?' }).getByRole('button', { name: 'Like' }).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
  })
})
