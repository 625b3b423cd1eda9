import { expect, test } from 'vitest'

import { pictureProblem } from './upload-picture.ts'

test('a picture is a JPG, PNG or GIF of 5 MB at most [#185]', () => {
  const refused = { title: 'Invalid file type', description: 'Please upload a JPG, PNG, or GIF image.' }
  for (const type of ['image/jpeg', 'image/png', 'image/gif']) expect(pictureProblem({ type, size: 5 * 1024 * 1024 })).toBeUndefined()
  for (const type of ['image/webp', 'image/svg+xml', 'application/pdf', '']) expect(pictureProblem({ type, size: 1 })).toEqual(refused)
  expect(pictureProblem({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toMatchObject({ title: 'File too large' })
})
