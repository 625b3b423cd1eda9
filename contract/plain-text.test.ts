import { expect, test } from 'vitest'

import { tidySpaces, unstyle } from './plain-text.ts'

test.each([
  ['𝟮𝟱% 𝗢𝗙𝗙', '25% OFF'],
  ['𝓛𝓾𝓷𝓬𝓱 𝔽𝕠𝕣 𝚃𝚠𝚘', 'Lunch For Two'],
  ['ℋ𝒶𝓅𝓅𝓎 ℍ𝕠𝕦𝕣', 'Happy Hour'],
  ['Ｓａｌｅ！', 'Sale!'],
  ['Ⓢⓐⓛⓔ 🅂🄰🄻🄴 🆂🅰🅻🅴 🅢🅐🅛🅔', 'Sale SALE SALE SALE'],
  ['S̶a̶l̶e̶', 'Sale'],
  ['5️⃣0️⃣% off', '50% off'],
  ['🅰️ 🅿️ 🍛 ❤️ 👩‍🍳 ™ ½ m²', '🅰️ 🅿️ 🍛 ❤️ 👩‍🍳 ™ ½ m²'],
  ['ශ්‍රී ලංකා தமிழ் Café', 'ශ්‍රී ලංකා தமிழ் Café'],
])('%j in plain letters is %j', (text, plain) => expect(unstyle(text)).toBe(plain))

test('what cannot be seen goes, and every space is one; joiners of letters and emoji stay', () => {
  expect(tidySpaces('\ufeffTea\u00a0for\u2009two\u200b \u202atoday\u202c so\u00adda')).toBe('Tea for two today soda')
  expect(tidySpaces('ශ්‍රී 👩‍🍳')).toBe('ශ්‍රී 👩‍🍳')
})
