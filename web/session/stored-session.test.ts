import { SignJWT } from 'jose'
import { expect, test } from 'vitest'

import type { Consumer } from '#contract/consumer.ts'

import { readSession, removeSession, writeSession } from './stored-session.ts'

const token = await new SignJWT({ id: 'c1' }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))
const user = { id: 'c1', _id: 'c1', name: 'Nilmini Perera', email: 'nilmini@post.example' } as Consumer
const SESSION = { user, token, likedOffers: ['o1'], likedShops: [], isAuthenticated: true }

/** As much of a browser's storage as is used. */
function createStorage(items: Record<string, string> = {}, room = Infinity) {
  const map = new Map(Object.entries(items))
  const storage = {
    get length() {
      return map.size
    },
    key: (place: number) => [...map.keys()][place] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (map.size >= room) throw new DOMException('full', 'QuotaExceededError')
      map.set(key, value)
    },
    removeItem: (key: string) => void map.delete(key),
    clear: () => map.clear(),
  } satisfies Storage
  return { storage, map }
}
const read = (stored: unknown) =>
  readSession(createStorage({ 'auth-storage': typeof stored === 'string' ? stored : JSON.stringify(stored) }).storage)

test('a session lies under auth-storage, as zustand keeps it, with its mirrors token and user [#130, #254]', () => {
  const { storage, map } = createStorage()
  writeSession(storage, SESSION)
  expect(JSON.parse(map.get('auth-storage')!)).toEqual({ state: SESSION, version: 0 })
  expect([map.get('token'), JSON.parse(map.get('user')!)]).toEqual([token, user])
  expect(readSession(storage)).toEqual({ session: SESSION, error: null })
})

test('what cannot be a session is nobody, and only a token that cannot be read has words [#144, #146]', () => {
  const nobody = { session: undefined, error: null }
  const broken: unknown[] = ['{', 'null', '17', '""', {}, { state: null }, { state: 7 }, { state: { ...SESSION, user: null } }]
  broken.push(
    { state: { ...SESSION, user: 'Nilmini' } },
    { state: { ...SESSION, user: { id: 'c1' } } },
    { state: { ...SESSION, token: null } },
  )
  broken.push({ state: { ...SESSION, isAuthenticated: false } }, { state: { ...SESSION, user: { ...user, id: 'c2' } } })
  for (const stored of broken) expect([stored, read(stored)]).toEqual([stored, nobody])
  expect(readSession(createStorage().storage)).toEqual(nobody)
  const unreadable = { session: undefined, error: 'Invalid token format. Please login again.' }
  for (const bad of ['nonsense', 'a.b.c', '']) expect(read({ state: { ...SESSION, token: bad } })).toEqual(unreadable)
  expect(read({ state: { ...SESSION, likedOffers: ['o1', 7, null], likedShops: 'all' } }).session).toEqual(SESSION)
})

test('the end of a session takes what is personal, and leaves what is everyone’s [#140]', () => {
  const kept = { theme: 'dark', 'offers-cache': '{}', 'shops-cache': '{}' }
  const { storage, map } = createStorage({ ...kept, 'recommended-offers-cache:c1': '[]', 'offers-cache:c1': '[]' })
  writeSession(storage, SESSION)
  storage.setItem('clicks', '{"OFFER:1":1}')
  removeSession(storage)
  expect(Object.fromEntries(map)).toEqual(kept)
  // A guest's are nobody's.
  storage.setItem('clicks', '{"OFFER:1":1}')
  removeSession(storage)
  expect(map.has('clicks')).toBe(true)
})

test('without room copies of answers give way to a session, and nothing else does', () => {
  const caches = { 'offers-cache': '{}', 'shops-cache': '{}', 'recommended-offers-cache:c1': '{}' }
  const { storage, map } = createStorage({ ...caches, theme: 'dark', 'offers-cache-of-old': '' }, 5)
  writeSession(storage, SESSION)
  expect([...map.keys()].toSorted()).toEqual(['auth-storage', 'offers-cache-of-old', 'theme', 'token', 'user'])
})

test('without room nothing is half written', () => {
  const { storage, map } = createStorage({ theme: 'dark' }, 2)
  writeSession(storage, SESSION)
  expect(Object.fromEntries(map)).toEqual({ theme: 'dark' })
  expect(() => writeSession(undefined, SESSION)).not.toThrow()
})
