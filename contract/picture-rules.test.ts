import { expect, test } from 'vitest'

import { PICTURE_FILE, PICTURE_WIDTHS, pictureFile, pictureSet, pictureUrl } from './picture-rules.ts'

const name = '0123456789abcdef0123456789abcdef'

test('a browser is offered each width that is kept of a picture of ours', () => {
  expect(pictureSet(pictureUrl(name, 800))).toBe(`/pictures/${name}-400.webp 400w, /pictures/${name}-800.webp 800w`)
  expect(pictureSet(pictureUrl(name, 400))).toBe(`/pictures/${name}-400.webp 400w`)
})

test('of a picture of another host there is one width alone', () => {
  expect(pictureSet('https://pictures.example/a-800.webp')).toBeUndefined()
  expect(pictureSet(`https://pictures.example${pictureUrl(name, 800)}`)).toBeUndefined()
})

test('every file that is kept is one that is served', () => {
  expect(PICTURE_WIDTHS.every((width) => PICTURE_FILE.test(pictureFile(name, width)))).toBe(true)
})
