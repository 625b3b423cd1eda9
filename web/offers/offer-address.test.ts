import { expect, test } from 'vitest'

import { changeFilters, readFilters, withNear, writeFilters, type OfferFilters } from './offer-address.ts'

const read = (address: string) => readFilters(new URLSearchParams(address))

test('an address says what is wished for, and the same wishes write the same address', () => {
  const filters = read('?to=2026-12-31&q=+tea+&tags=lunch&tags=for two&category=Food&shop=all&from=&view=shops')
  expect(filters).toEqual({ q: 'tea', category: 'Food', tags: ['lunch', 'for two'], to: '2026-12-31', view: 'shops' })
  expect(writeFilters(filters)).toBe('?view=shops&q=tea&category=Food&tags=lunch&tags=for+two&to=2026-12-31')
  expect(read(writeFilters(filters))).toEqual(filters)
  expect(writeFilters({})).toBe('')
  expect(read('?q=all&category=all')).toEqual({ q: 'all' })
  const catches = read('?service=delivery&without=minimum&without=bank&usable=now&without=bank')
  expect(writeFilters(catches)).toBe('?usable=now&without=bank&without=minimum&service=delivery')
})

test('no wish is lost on its way into an address and back', () => {
  const everything: Required<OfferFilters> = {
    q: 'tea',
    category: 'Food',
    tags: ['lunch'],
    shop: 's1',
    from: '2026-11-21',
    to: '2026-11-30',
    on: '2026-11-24',
    usable: 'now',
    without: ['bank'],
    service: 'delivery',
    sort: 'discount',
    near: '6.9,79.8',
    radius: '5',
    view: 'shops',
    tab: 'all',
    cursor: 'abc',
  }
  expect(read(writeFilters(everything))).toEqual(everything)
})

test('what makes no sense in an address is left out', () => {
  expect(read('?from=2026-02-30&to=soon&sort=cheap&radius=501&near=91,0&cursor=%00&view=map&tags=&q=%20')).toEqual({})
  expect(read('?near=6.9,79.8&sort=distance&radius=5')).toEqual({ near: '6.9,79.8', sort: 'distance', radius: '5' })
  expect(read('?near=6.9,79.8&radius=0')).toEqual({ near: '6.9,79.8' })
  expect(read(`?q=${'x'.repeat(300)}`).q).toHaveLength(200)
  expect(read('?tags=a&tags=a').tags).toEqual(['a'])
  expect(read('?q=tea%0Bhouse&tags=a%01&category=%07&from=0026-11-24&to=9999-12-31')).toEqual({ q: 'tea house' })
  expect(read(`?q=${'x'.repeat(199)}🎉`).q).toBe('x'.repeat(199))
  expect(read(`?cursor=${'c'.repeat(2001)}`)).toEqual({})
  expect(read('?usable=later&without=money&service=drone')).toEqual({})
})

const centre = { near: '6.934,79.843', isApproximate: true }

test('a radius is shared without the place of whoever shares it; the place joins when the list is asked for', () => {
  const filters = read('?sort=distance&radius=5')
  expect(filters).toEqual({ sort: 'distance', radius: '5' })
  expect(withNear(filters, centre)).toEqual({ ...filters, near: '6.934,79.843' })
  expect(withNear({ ...filters, near: '6.9,79.8' }, centre).near).toBe('6.9,79.8')
  expect(withNear({ q: 'tea' }, centre)).toEqual({ q: 'tea' })
})

test('what can be used now comes nearest first where a place is known, else what ends soonest', () => {
  expect(withNear({ sort: 'usable' }, centre)).toEqual({ sort: 'usable' })
  expect(withNear({ sort: 'usable' }, { ...centre, isApproximate: false })).toEqual({ sort: 'usable', near: '6.934,79.843' })
})

test('a changed wish begins the list anew', () => {
  expect(changeFilters({ q: 'tea', cursor: 'abc' }, { category: 'Food' })).toEqual({ q: 'tea', category: 'Food' })
  expect(changeFilters({ near: '6.9,79.8', radius: '5' }, { near: undefined })).toEqual({ radius: '5' })
})
