import { expect, test, vi } from 'vitest'

import { forgetIntent, hasIntent, readIntent, rememberIntent } from './remember-intent.ts'

const tea = { type: 'OFFER', id: 'o1', name: 'Tea at half price' } as const

test('what a guest wanted is remembered until it is asked about, and for half an hour at most', () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  rememberIntent(tea)
  vi.setSystemTime(1_800_000_000_000 + 30 * 60_000)
  expect([hasIntent(), readIntent()]).toEqual([true, tea])
  vi.setSystemTime(1_800_000_000_000 + 30 * 60_000 + 1)
  expect([hasIntent(), readIntent()]).toEqual([false, undefined])
  rememberIntent(tea)
  forgetIntent()
  expect(hasIntent()).toBe(false)
  vi.useRealTimers()
})

test.each(['', 'null', '{', '{"type":"OFFER","id":"o1"}', '{"type":"OTHER","id":"o1","name":"Tea","at":1}'])(
  'what is stored as %s is no wish',
  (kept) => {
    vi.stubGlobal('sessionStorage', { getItem: () => kept, removeItem: () => undefined })
    expect(readIntent()).toBeUndefined()
  },
)
