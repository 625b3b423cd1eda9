import { test, expect } from '#test/journey.ts'
test('opens', async ({ page, adminKey, baseURL }) => {
  console.log(adminKey, baseURL)
  await page.goto('/')
  expect(await page.title()).toMatch(/Kade/)
})
