import { expect, test } from 'vitest'

import { languageOf } from './language.ts'

test('a text is of the language whose letters it has', () => {
  expect(languageOf('ඇඹුල් තියල්, half a kilo')).toBe('si')
  expect(languageOf('பேச்சுத் தமிழ்')).toBe('ta')
  expect([languageOf('Rice & curry'), languageOf(''), languageOf(null)]).toEqual([undefined, undefined, undefined])
})
