/**
 * Writes web/styles/fonts/: the typefaces, cut down to the letters, weights and widths that pages wear. Run it after a change of either.
 * Letters that Archivo's cut leaves out come from the whole file (web/styles/tokens.css), which is fetched only where one of them stands.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import subsetFont from 'subset-font'

const TARGET = path.join(import.meta.dirname, '..', 'web', 'styles', 'fonts')
const WEIGHTS = { min: 400, max: 880 }
const ZERO_WIDTH = '\u200c\u200d'

const letters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

const TEXT = `${letters(0x20, 0x7e)}\u00a0©·–—‘’“”…`
/** Prices, savings, codes and stamps: "Rs. 1,380", "Up to 20% off", "LUNCH-20", "EXPIRED". */
const PRICES = ` ${letters(0x24, 0x3a)}${letters(0x41, 0x5a)}fopst\u00a0–`
/** What pages wear of Archivo, each a file of a single round trip on a slow line: one with every weight and width is six times as large. */
const CUTS = [
  { name: 'archivo-text', axes: { wght: 400, wdth: 100 }, text: TEXT },
  { name: 'archivo-strong', axes: { wght: 620, wdth: 100 }, text: TEXT },
  { name: 'archivo-sign', axes: { wght: 760, wdth: 112 }, text: TEXT },
  { name: 'archivo-price', axes: { wght: 860, wdth: 72 }, text: PRICES },
]
const fileOf = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))

const FONTS = [
  ...CUTS.map((cut) => ({
    ...cut,
    source: 'archivo/files/archivo-latin-standard-normal.woff2',
    // What pages wear besides: other figures and shapes of a letter are a fifth of the file.
    keepFeatures: ['kern', 'tnum'],
  })),
  {
    name: 'noto-sans-sinhala',
    source: 'noto-sans-sinhala/files/noto-sans-sinhala-sinhala-wght-normal.woff2',
    text: letters(0xd81, 0xdf4) + ZERO_WIDTH,
    axes: { wght: WEIGHTS },
  },
  {
    name: 'noto-sans-tamil',
    source: 'noto-sans-tamil/files/noto-sans-tamil-tamil-wght-normal.woff2',
    text: letters(0xb82, 0xbfa) + ZERO_WIDTH,
    axes: { wght: WEIGHTS },
  },
]

mkdirSync(TARGET, { recursive: true })
for (const { name, source, text, axes, ...features } of FONTS) {
  const whole = readFileSync(fileOf(source))
  const cut = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: axes, ...features })
  writeFileSync(path.join(TARGET, `${name}.woff2`), cut)
  // Their licence asks to stand beside them.
  const family = source.split('/')[0]!
  copyFileSync(fileOf(`${family}/LICENSE`), path.join(TARGET, `${family}-license.txt`))
  process.stdout.write(`${name}: ${whole.length} bytes to ${cut.length}\n`)
}
