/** Addresses that lead nowhere. */
import { expect, test } from '#test/journey.ts'

test('an offer or a shop that is not there is a page of its own, with the way back and status 404 [#86, #109]', async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expectConsole(/status of 404/)
  const shop = await page.goto('/shops/01a1fd10-c51b-7370-9e4b-e88e4eafb397')
  expect(shop?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Shop not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')

  const offer = await page.goto('/offers/no-such-offer')
  expect(offer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Offer not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'Available Offers' })).toBeVisible()
})

test('any other path leads home, and what is no page is not found [#20]', async ({ request, baseURL }) => {
  for (const path of ['/nowhere', '/offers', '/offers/a/b', '/favorite/shops', '/index.html', '//elsewhere.example/x']) {
    const response = await request.get(baseURL + path, { maxRedirects: 0 })
    expect([path, response.status(), response.headers()['location']]).toEqual([path, 302, '/'])
  }
  for (const path of ['/api/nothing', '/api/v1/nothing', '/api']) {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    expect(await response.json()).toMatchObject({ success: false, code: 'not_found' })
  }
  for (const path of ['/assets/nothing.js', '/assets/../package.json', '/uploads/nothing.jpg'])
    expect((await request.get(path, { maxRedirects: 0 })).status()).not.toBe(200)
})

test('pages are private and compressed, files are kept for good, and HEAD answers as GET does', async ({ request }) => {
  const page = await request.get('/', { headers: { 'accept-encoding': 'br' } })
  expect(page.headers()).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    'content-encoding': 'br',
  })
  expect(page.headers()['etag']).toBeUndefined()
  const head = await request.head('/', { headers: { 'accept-encoding': 'gzip' } })
  expect(head.headers()).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
  const script = /\/assets\/[\w.-]+\.js/.exec(await page.text())![0]
  const asset = await request.get(script, { headers: { 'accept-encoding': 'br' } })
  expect(asset.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
})
