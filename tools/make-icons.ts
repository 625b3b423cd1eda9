/**
 * Writes web/ui/icons.ts and web/offers/offer-icons.ts: the paths of the icons that every page carries, and of those that the page of an offer alone wears,
 * out of Phosphor's bold ones. Run it, and then npm run format, after adding a name here.
 */
import { readFileSync, writeFileSync } from 'node:fs'

import svgpath from 'svgpath'

const NAMES = [
  'arrow-left',
  'arrow-clockwise',
  'caret-down',
  'caret-left',
  'caret-right',
  'check',
  'clock-counter-clockwise',
  'download-simple',
  'envelope-simple',
  'facebook-logo',
  'globe',
  'heart',
  'house',
  'info',
  'instagram-logo',
  'link',
  'list',
  'magnifying-glass',
  'map-pin',
  'moon',
  'navigation-arrow',
  'pause',
  'phone',
  'play',
  'sliders-horizontal',
  'storefront',
  'sun',
  'trash',
  'user',
  'warning',
  'x',
  'x-logo',
]
const OF_OFFERS = [
  'calendar-plus',
  'calendar-x',
  'clock',
  'copy',
  'fork-knife',
  'flag',
  'money',
  'percent',
  'share-network',
  'shopping-bag',
  'user-plus',
]
/** Filled ones, for what is on: under their own name where the bold one is not there too. */
const FILLED = ['heart', 'star']
/** Of 256 units, which are at most 32 pixels: finer is not seen, and every page carries it. */
const DECIMALS = 0

type Set = { icons: Record<string, { body: string }> }
const { icons } = JSON.parse(readFileSync(new URL(import.meta.resolve('@iconify-json/ph/icons.json')), 'utf8')) as Set

function write(file: string, name: string, sources: string[][]) {
  const entries = sources.map(([key, source]) => {
    const path = /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(icons[source!]?.body ?? '')?.[1]
    if (!path) throw new Error(`${source} is not one plain path`)
    return `  '${key}':\n    '${svgpath(path).round(DECIMALS).toString()}',\n`
  })
  const head = `/**
 * Icons by Phosphor (https://phosphoricons.com), MIT licence, copyright (c) 2023 Phosphor Icons. Drawn in a box of 256.
 * Written by tools/make-icons.ts; change the list there.
 */
`
  writeFileSync(new URL(file, import.meta.resolve('#web/ui/icon.tsx')), `${head}export const ${name} = {\n${entries.join('')}} as const\n`)
}
const bold = (name: string) => [name, `${name}-bold`]

write('icons.ts', 'ICONS', [...NAMES.map(bold), ...FILLED.map((name) => [NAMES.includes(name) ? `${name}-fill` : name, `${name}-fill`])])
write('../offers/offer-icons.ts', 'OFFER_ICONS', OF_OFFERS.map(bold))
