import { hash } from 'node:crypto'

import { expect, test } from 'vitest'

import { createSheets } from './insert-sheets.ts'

const link = (name: string) => `<link rel="stylesheet" href="/assets/${name}-Bc1_xY-z.css" data-precedence="default"/>`
const pageOf = (...sheets: string[]) => `<html><head>${sheets.join('')}<title>Kade</title></head><body><p>Tea for $5</p></body></html>`
const page = pageOf(...['app', 'landing-page', 'detail-page', 'other-pages'].map(link))
const textOf = (file: string) => `p{content:"$& ${file}"}`
const styleOf = (name: string) => `<style>${textOf(`/assets/${name}-Bc1_xY-z.css`)}</style>`
const sheets = createSheets(page, textOf)
const late = (...names: string[]) => `</p>${names.map(link).join('')}</body>`

test.each(['/', '/?q=tea'])('%s carries what it wears, and the rest comes at its end', (url) => {
  expect(sheets.insert(page, url)).toBe(
    pageOf(styleOf('app'), styleOf('landing-page')).replace('</p></body>', late('detail-page', 'other-pages')),
  )
})

test.each(['/offers/1', '/shops/1?x'])('%s carries what it wears, and the rest comes at its end', (url) => {
  expect(sheets.insert(page, url)).toBe(
    pageOf(styleOf('app'), styleOf('detail-page')).replace('</p></body>', late('landing-page', 'other-pages')),
  )
})

test('the directory of shops wears what the front page and its shops do', () => {
  const worn = pageOf(styleOf('app'), styleOf('landing-page'), styleOf('detail-page'))
  expect(sheets.insert(page, '/?q=tea&view=shops')).toBe(worn.replace('</p></body>', late('other-pages')))
})

test.each(['/web', '/profile', '/login', '/shops', '/offersome'])('%s, which wears what only few do, is as it was', (url) => {
  expect(sheets.insert(page, url)).toBe(page)
})

test('the policy knows the sheets by their hashes, and a page that lacks one is no page of this build', () => {
  const hashOf = (name: string) => `'sha256-${hash('sha256', textOf(`/assets/${name}-Bc1_xY-z.css`), 'base64')}'`
  expect(sheets.sources).toEqual([hashOf('app'), hashOf('landing-page'), hashOf('detail-page')])
  expect(() => createSheets(pageOf(link('app')), textOf)).toThrow('No page has the stylesheet landing-page')
})
