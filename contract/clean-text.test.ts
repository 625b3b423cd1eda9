import { expect, test } from 'vitest'

import { cutText } from './clean-text.ts'

test('a text that is cut never ends with half a letter', () => {
  expect(cutText('tea', 160)).toBe('tea')
  expect(cutText(`${'x'.repeat(159)}🎉 more`, 160)).toBe('x'.repeat(159))
  expect(cutText(`${'x'.repeat(158)}🎉 more`, 160)).toBe(`${'x'.repeat(158)}🎉`)
})
