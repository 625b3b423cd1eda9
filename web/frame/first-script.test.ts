import vm from 'node:vm'

import { expect, test } from 'vitest'

import { writeFirstScript } from './first-script.ts'

const SIGNED_IN = JSON.stringify({ state: { user: { id: 'c1' }, token: 'a.b.c', isAuthenticated: true }, version: 0 })

/** Runs the script at an address, in a browser that has this in its storage; undefined is a storage that is switched off. */
function open(address: string, stored: Record<string, string> | undefined) {
  const { pathname, search, hash } = new URL(address, 'https://kade.example')
  const seen = { dataset: {} as Record<string, string>, style: {} as Record<string, string>, led: undefined as string | undefined }
  const kept: Record<string, string> = {}
  const storage = (items: Record<string, string> | undefined) => {
    if (!items) throw new Error('Access is denied')
    return { getItem: (key: string) => items[key] ?? null, setItem: (key: string, value: string) => void (items[key] = value) }
  }
  const world = {
    document: { documentElement: seen, querySelector: () => ({}), addEventListener: () => undefined },
    location: { pathname, search, hash, replace: (to: string) => (seen.led = to) },
    get localStorage() {
      return storage(stored)
    },
    get sessionStorage() {
      return storage(stored && kept)
    },
  }
  vm.runInNewContext(writeFirstScript(), world)
  return { session: seen.dataset['session'], led: seen.led, kept, isHidden: seen.style['visibility'] === 'hidden' }
}

test('the page knows before it is drawn whether somebody is signed in', () => {
  expect(open('/privacy', { 'auth-storage': SIGNED_IN })).toMatchObject({ session: 'consumer', led: undefined, isHidden: false })
  expect(open('/home', { 'auth-storage': SIGNED_IN })).toMatchObject({ session: 'consumer', led: undefined, isHidden: false })
  expect(open('/?q=tea#offers', { 'auth-storage': SIGNED_IN })).toMatchObject({ led: '/home?q=tea#offers', isHidden: true })
  expect(open('/', {})).toMatchObject({ session: 'guest', led: undefined })
  expect(open('/', undefined)).toMatchObject({ session: 'guest', led: undefined })
  for (const broken of ['{', 'null', '7', '{}', '{"state":null}', '{"state":{"isAuthenticated":true,"token":"t"}}']) {
    expect([broken, open('/', { 'auth-storage': broken }).session]).toEqual([broken, 'guest'])
  }
})

test('what is for somebody signed in leads a guest to sign in, and is remembered with its query [#21, #26]', () => {
  for (const path of ['/home', '/profile', '/favorite-shops', '/liked-offers', '/profile/']) {
    expect([path, open(path, {})]).toEqual([path, { session: 'guest', led: '/login', kept: { 'return-path': path }, isHidden: true }])
  }
  expect(open('/profile?tab=security#top', {}).kept).toEqual({ 'return-path': '/profile?tab=security#top' })
  expect(open('/profile', undefined)).toMatchObject({ led: '/login', kept: {} })
  expect(open('/profile', { 'auth-storage': SIGNED_IN }).led).toBeUndefined()
  for (const path of ['/settings', '/offers/profile', '/profiles', '/login']) expect([path, open(path, {}).led]).toEqual([path, undefined])
})

test('whoever is signed in has nothing to do where one signs in, but for the link of a mail [#24]', () => {
  for (const path of ['/login', '/register', '/login/']) expect(open(path, { 'auth-storage': SIGNED_IN }).led).toBe('/home')
  expect(open('/login?reset=token', { 'auth-storage': SIGNED_IN }).led).toBeUndefined()
})
