import { beforeEach, expect, test, vi } from 'vitest'

import type { Consumer } from '#contract/consumer.ts'
import { errors, AppError } from '#contract/errors.ts'

import { browserApi } from '#web/lib/browser.ts'
import { clearSession, getSession, setSession } from '#web/session/session-store.ts'
import { showToast } from '#web/ui/toasts.ts'

import { setLike, setLikeOf, toggleLike } from './toggle-like.ts'

vi.mock('#web/lib/browser.ts', () => ({
  browserApi: vi.fn<() => unknown>(),
  browserQueries: { invalidateQueries: vi.fn<() => unknown>(), prefetchQuery: vi.fn<() => unknown>() },
}))
vi.mock('#web/ui/toasts.ts', () => ({ showToast: vi.fn<() => unknown>() }))

const user = { id: 'c1', _id: 'c1', name: 'Nilmini Perera', email: 'nilmini@post.example' } as Consumer
const offer = { type: 'OFFER', id: 'o1', name: 'Kottu' } as const
const shop = { type: 'SHOP', id: 's1', name: 'Kottu Corner' } as const
const api = vi.mocked(browserApi)
const sent = () => api.mock.calls.map(([, input]) => (input as { body?: { action: string } } | undefined)?.body?.action).filter(Boolean)
/** What the newest toast offers to do. */
const press = async () => {
  const action = vi.mocked(showToast).mock.lastCall?.[0].action
  if (action && 'run' in action) action.run()
  await new Promise((resolve) => setTimeout(resolve))
}

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: '', maxTouchPoints: 0 })
  api.mockReset().mockResolvedValue({} as never)
  vi.mocked(showToast).mockReset()
  clearSession()
})

test('of a guest, an offer’s like does nothing [#159]', async () => {
  await expect(toggleLike(offer)).resolves.toBeUndefined()
  await expect(setLike(offer, true)).resolves.toBeUndefined()
  expect([api.mock.calls, vi.mocked(showToast).mock.calls]).toEqual([[], []])
})

test('of a guest, a shop’s like fails [#160]', async () => {
  await expect(toggleLike(shop)).rejects.toThrow('User not authenticated')
  await expect(setLike(shop, true)).rejects.toThrow('User not authenticated')
  expect(api).not.toHaveBeenCalled()
})

test('Undo does what it says, whatever has been pressed since, and nothing once somebody has signed out', async () => {
  setSession({ token: 't1', user })
  await toggleLike(offer)
  expect(getSession().likedOffers).toEqual(['o1'])
  const undo = vi.mocked(showToast).mock.lastCall![0].action as { label: string; run: () => void }
  expect(undo.label).toBe('Undo')
  await toggleLike(offer)
  undo.run()
  await new Promise((resolve) => setTimeout(resolve))
  expect([sent(), getSession().likedOffers]).toEqual([['ADD', 'REMOVE'], []])
  clearSession()
  await expect(setLikeOf('c1', shop, true)).resolves.toBeUndefined()
  setSession({ token: 't2', user: { ...user, id: 'c2' } })
  await setLikeOf('c1', shop, true)
  expect(sent()).toHaveLength(2)
})

test('Try again asks for what failed, and not for the opposite', async () => {
  setSession({ token: 't1', user })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api.mockRejectedValueOnce(new AppError('too_many_requests'))
  await toggleLike(offer)
  expect(vi.mocked(showToast).mock.lastCall?.[0]).toMatchObject({
    title: 'Could not update liked offers.',
    description: errors.too_many_requests[1],
  })
  await press()
  expect([sent(), getSession().likedOffers]).toEqual([['ADD', 'ADD'], ['o1']])
})
