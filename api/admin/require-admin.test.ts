import { expect, test } from 'vitest'

import { asAdmin, asBearer, openTestApp } from '#test/app.ts'

test('who has the admin key may ask as often as a page that follows an import; wrong keys are limited, also many at once [D-04]', async () => {
  const app = await openTestApp()
  const ask = (http: typeof app.http) =>
    http('GET /superadmin/dashboard/imports').then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  const times = (count: number, http: typeof app.http) => Promise.all(Array.from({ length: count }, () => ask(http)))
  expect(new Set([...(await times(20, asAdmin(app))), ...(await times(20, asAdmin(app)))])).toEqual(new Set([200]))
  const wrong = await times(40, asBearer(app, 'another'))
  expect([wrong.filter((status) => status === 401).length, wrong.filter((status) => status === 429).length]).toEqual([30, 10])
  // Nobody guesses on: whoever comes from there waits.
  expect(await ask(asAdmin(app))).toBe(429)
  app.clock.advance(60_000)
  expect(await ask(asAdmin(app))).toBe(200)
})
