import { expect, test } from '#test/journey.ts'

test('light or dark is a choice that holds from the first paint on [#35, #168]', async ({ page }) => {
  await page.goto('/terms')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  const dark = await background()
  expect(dark).not.toBe(light)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')

  // The very first frame of the next page is dark already: the theme is set before there is a body.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      document.documentElement.dataset['first'] = document.documentElement.dataset['theme'] ?? 'light'
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  expect(await page.locator('html').getAttribute('data-first')).toBe('dark')
  expect(await background()).toBe(dark)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await background()).toBe(light)
})
