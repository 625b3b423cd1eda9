import { expect, test } from 'vitest'

import { createPlaceStore } from './place-store.ts'

const memory = (kept?: string) => {
  const values = new Map(kept === undefined ? [] : [['place', kept]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
const HERE = { lat: 6.8748, lng: 79.8612 }
const BORELLA = { name: 'Borella', lat: 6.9146, lng: 79.8778 }
const FORT = { name: 'Fort', lat: 6.9344, lng: 79.8428 }

test('a neighbourhood outlives the session, where the browser is does not', () => {
  const storage = memory()
  createPlaceStore(memory(), storage).choose(BORELLA)
  expect(createPlaceStore(memory(), storage).get()).toEqual({ position: BORELLA, isAsking: false })

  const session = memory()
  createPlaceStore(session, storage).choose(HERE)
  expect(createPlaceStore(session, storage).get().position).toEqual(HERE)
  expect(createPlaceStore(memory(), storage).get().position).toBeUndefined()
})

test('the latest choice replaces the one before, and none is the centre again, also after a reload', () => {
  const [session, storage] = [memory(), memory()]
  const store = createPlaceStore(session, storage)
  const reloaded = () => createPlaceStore(session, storage).get().position
  for (const choice of [HERE, BORELLA, FORT, HERE, undefined, BORELLA, undefined]) {
    store.choose(choice)
    expect([store.get().position, reloaded()]).toEqual([choice, choice])
  }
})

test('what other tabs choose is followed: a neighbourhood replaces everything, its end leaves alone where a tab is', () => {
  const storage = memory()
  const [hereSession, here] = [memory(), memory()]
  const store = createPlaceStore(hereSession, storage)
  const other = createPlaceStore(here, storage)
  let changes = 0
  store.subscribe(() => changes++)

  store.choose(HERE)
  other.choose(BORELLA)
  store.readAgain()
  expect([store.get().position, changes]).toEqual([BORELLA, 2])
  // It has also taken the place of what the session kept.
  expect(createPlaceStore(hereSession, memory()).get().position).toBeUndefined()

  other.choose(FORT)
  store.readAgain()
  expect(store.get().position).toEqual(FORT)
  other.choose()
  store.readAgain()
  expect(store.get().position).toBeUndefined()

  store.choose(HERE)
  other.choose()
  store.readAgain()
  expect(store.get().position).toEqual(HERE)
})

test('a choice ends the question that was put to the browser, in whichever tab it was made', () => {
  const storage = memory()
  const store = createPlaceStore(memory(), storage)
  store.noteAsking(true)
  expect(store.get().isAsking).toBe(true)
  store.choose(BORELLA)
  expect(store.get()).toEqual({ position: BORELLA, isAsking: false })
  store.noteAsking(true)
  expect(store.get()).toEqual({ position: BORELLA, isAsking: true })
  createPlaceStore(memory(), storage).choose(FORT)
  store.readAgain()
  expect(store.get()).toEqual({ position: FORT, isAsking: false })
})

test('what makes no sense in the storage is ignored', () => {
  const bad = [
    'Borella',
    'null',
    '7',
    '[]',
    '{"name":"Borella"}',
    '{"name":"Borella","lat":"6.9","lng":79.8}',
    '{"name":"Borella","lat":96,"lng":79.8}',
    '{"name":"Borella","lat":6.9,"lng":181}',
    '{"name":"Borella","lat":null,"lng":79.8}',
  ]
  for (const kept of bad) expect([kept, createPlaceStore(memory(kept), memory(kept)).get().position]).toEqual([kept, undefined])
  // A neighbourhood has a name.
  for (const name of ['', 7, null, undefined])
    expect(createPlaceStore(memory(), memory(JSON.stringify({ ...BORELLA, name }))).get().position).toBeUndefined()
})

test('where storage is switched off a choice holds until the page is left', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const closed = { getItem: refuse, setItem: refuse, removeItem: refuse }
  for (const keeper of [closed, undefined]) {
    const store = createPlaceStore(keeper, keeper)
    store.choose(BORELLA)
    expect(store.get().position).toEqual(BORELLA)
    store.choose()
    expect(store.get().position).toBeUndefined()
  }
})
