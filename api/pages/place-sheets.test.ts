import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { createSheets } from './place-sheets.ts'

const APP = '<link rel="stylesheet" href="/assets/app-1.css" data-precedence="default"/>'
const REST = '<link rel="stylesheet" href="/assets/rest-2.css" data-precedence="default"/>'
const page = `<html><head>${APP}${REST}<title>Kade</title></head><body><p>Tea for $5 </p></body></html>`
const sheet = 'p{content:"$&"}'
const sheets = createSheets(page, (file) => (file === '/assets/app-1.css' ? sheet : ''))

test.each(['/', '/?q=tea', '/offers/1', '/shops/1?x'])('%s carries the sheet that it waits for, and the other comes at its end', (url) => {
  expect(sheets.place(page, url)).toBe(
    `<html><head><style>${sheet}</style><title>Kade</title></head><body><p>Tea for $5 </p>${REST}</body></html>`,
  )
})

test.each(['/web', '/profile', '/login', '/shops', '/offersome'])('%s, which wears both, is as it was', (url) => {
  expect(sheets.place(page, url)).toBe(page)
})

test('the policy knows the sheet by its hash, and a page that has other sheets is no page of this build', () => {
  expect(sheets.source).toBe(`'sha256-${hash('sha256', sheet, 'base64')}'`)
  expect(() => createSheets(page.replace(REST, ''), () => '')).toThrow('this one 1')
})
