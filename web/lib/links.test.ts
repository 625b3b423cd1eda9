import { expect, test } from 'vitest'

import { phoneLink, socialLink, webLink } from './links.ts'

test('only web addresses become links', () => {
  expect(webLink('https://malukade.example/menu')).toBe('https://malukade.example/menu')
  expect([webLink('javascript:alert(1)'), webLink('data:text/html,x'), webLink('malukade'), webLink(null)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a number is called as it is dialled', () => {
  expect(phoneLink('+94 115 123 123')).toBe('tel:+94115123123')
  expect(phoneLink('94112303500')).toBe('tel:94112303500')
  expect([phoneLink('ask inside'), phoneLink(''), phoneLink(null)]).toEqual([undefined, undefined, undefined])
})

test('a social profile is an address or a name', () => {
  expect(socialLink('instagram', '@malukade')).toBe('https://www.instagram.com/malukade')
  expect(socialLink('facebook', 'https://www.facebook.com/malukade')).toBe('https://www.facebook.com/malukade')
  expect([socialLink('twitter', 'javascript:alert(1)'), socialLink('twitter', null)]).toEqual([undefined, undefined])
})
