import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, test } from 'vitest'

/** What our menus are made of. Its times are no settings: they stand in it. */
const MENU = readFileSync(createRequire(import.meta.url).resolve('@radix-ui/react-menu'), 'utf8')
const delayOf = (timer: RegExp) => Number(timer.exec(MENU)?.[1])

test('menus open what lies below after 100 ms, wait 300 ms for a pointer on its way, and forget typed letters after a second [#43]', () => {
  expect(delayOf(/openTimerRef\.current = window\.setTimeout\([^]*?\}, (\w+)\)/)).toBe(100)
  expect(delayOf(/pointerGraceTimerRef\.current = window\.setTimeout\([^]*?,\s*(\d\w*)\s*\)/)).toBe(300)
  expect(delayOf(/timerRef\.current = window\.setTimeout\(\(\) => updateSearch\(""\), (\w+)\)/)).toBe(1000)
})
