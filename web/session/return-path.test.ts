import { expect, test, vi } from 'vitest'

import { forgetPath, rememberPath, takeReturnPath } from './return-path.ts'

test('the way back holds once, with its query, and is home where there is none [#21, #22, #23]', () => {
  rememberPath({ pathname: '/profile', search: '?tab=security' })
  rememberPath({ pathname: '/login', search: '' })
  expect([takeReturnPath(), takeReturnPath()]).toEqual(['/profile?tab=security', '/home'])
  rememberPath({ pathname: '/offers/1', search: '', hash: '#terms' })
  forgetPath()
  expect(takeReturnPath()).toBe('/home')
})

test('a way that leads out of Kade is none', () => {
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '']) {
    vi.stubGlobal('sessionStorage', { getItem: () => path, removeItem: () => undefined })
    expect([path, takeReturnPath()]).toEqual([path, '/home'])
  }
})
