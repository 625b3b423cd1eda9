import { beforeEach, expect, test } from 'vitest'

import type { Consumer } from '#contract/consumer.ts'

import { clearSession, getSession, isSignedIn, likesMark, noteLike, renewToken, setSession, updateUser } from './session-store.ts'

const nilmini = { id: 'c1', _id: 'c1', name: 'Nilmini Perera', email: 'nilmini@post.example', likedShops: ['s1'] } as Consumer
const kamal = { ...nilmini, id: 'c2', name: 'Kamal' }
const NOBODY = { user: null, token: null, likedOffers: [], likedShops: [], isAuthenticated: false, isLoading: false, error: null }

beforeEach(() => clearSession())

test('the session is somebody or nobody, whole [#129]', () => {
  expect(getSession()).toEqual(NOBODY)
  setSession({ token: 't1', user: nilmini })
  expect(getSession()).toEqual({ ...NOBODY, user: nilmini, token: 't1', likedShops: ['s1'], isAuthenticated: true })
  expect(isSignedIn()).toBe(true)
  clearSession('Session expired')
  expect(getSession()).toEqual({ ...NOBODY, error: 'Session expired' })
  setSession({ token: 't1', user: nilmini })
  expect(getSession().error).toBeNull()
})

test('an answer that comes late changes nobody else', () => {
  setSession({ token: 't2', user: kamal })
  updateUser({ ...nilmini, name: 'Late' })
  expect(getSession().user).toEqual(kamal)
  updateUser({ ...kamal, name: 'Kamal Silva', likedShops: ['s2'] })
  expect([getSession().user?.name, getSession().likedShops]).toEqual(['Kamal Silva', ['s2']])
  renewToken('t3')
  expect(getSession().token).toBe('t3')
  clearSession()
  renewToken('t4')
  updateUser(kamal)
  expect(getSession()).toEqual(NOBODY)
})

test('likes are somebody’s own: what a server leaves out is as it was', () => {
  setSession({ token: 't1', user: nilmini })
  noteLike('likedOffers', 'o0', true)
  noteLike('likedOffers', 'o1', true)
  noteLike('likedOffers', 'o1', true)
  noteLike('likedOffers', 'o0', false)
  setSession({ token: 't2', user: nilmini })
  expect(getSession().likedOffers).toEqual(['o1'])
  updateUser({ ...nilmini, likedOffers: ['o2'] })
  expect(getSession().likedOffers).toEqual(['o2'])
  setSession({ token: 't3', user: kamal })
  expect(getSession().likedOffers).toEqual([])
})

test('an answer that was asked for before the last like leaves the likes alone', () => {
  setSession({ token: 't1', user: nilmini })
  const before = likesMark()
  noteLike('likedOffers', 'o1', true)
  noteLike('likedShops', 's2', true)
  const late = { ...nilmini, name: 'Nilmini Silva', likedOffers: [], likedShops: [] }
  updateUser(late, before)
  expect(getSession()).toMatchObject({
    likedOffers: ['o1'],
    likedShops: ['s2', 's1'],
    user: { name: 'Nilmini Silva', likedShops: ['s2', 's1'] },
  })
  updateUser(late, likesMark())
  expect(getSession()).toMatchObject({ likedOffers: [], likedShops: [], user: { likedShops: [] } })
})

test('likes stand in the lists of the session, and of the user the shops alone, the same ones [#160]', () => {
  setSession({ token: 't1', user: { ...nilmini, likedOffers: ['o1'] } })
  expect(getSession().user).not.toHaveProperty('likedOffers')
  noteLike('likedShops', 's2', true)
  expect(getSession().user?.likedShops).toEqual(['s2', 's1'])
  // What was changed of the user alone takes no like back.
  updateUser({ ...getSession().user!, name: 'Nilmini Silva' })
  expect(getSession()).toMatchObject({ likedOffers: ['o1'], likedShops: ['s2', 's1'] })
})
