import { expect, test } from 'vitest'

import { writeData } from './page-head.tsx'

test('what a shop writes cannot leave the block of data that it stands in', () => {
  const data = { name: '</script><script>alert(1)</script><!--\u2028\u2029' }
  const text = writeData(data)
  expect(text).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(text)).toEqual(data)
})
