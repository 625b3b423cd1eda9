import { expect, test } from 'vitest'

import { deviceLabel, platformLabel } from './device-labels.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'
const TABLE: [userAgent: string, touchPoints: number, device: string, platform: string][] = [
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    5,
    'iPhone',
    'iOS',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148 Safari/604.1', 5, 'iPad', 'iOS'],
  [MAC, 5, 'iPad', 'iOS'],
  [MAC, 0, 'Mac Device', 'macOS'],
  ['Mozilla/5.0 (Linux; Android 14; SM-G991B) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36', 5, 'Android Device', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36', 10, 'Windows Device', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 0, 'Unknown Device', 'Unknown Platform'],
  ['', 0, 'Unknown Device', 'Unknown Platform'],
]

test.each(TABLE)('%s with %i fingers is one of a few words [#128]', (userAgent, touchPoints, device, platform) => {
  expect([deviceLabel(userAgent, touchPoints), platformLabel(userAgent, touchPoints)]).toEqual([device, platform])
})
