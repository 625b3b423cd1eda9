/** Writes web/ui/icons.ts: the paths of the icons that pages use, out of Phosphor's bold ones. Run it, and then npm run format, after adding a name here. */
import { readFileSync, writeFileSync } from 'node:fs'

import svgpath from 'svgpath'

const NAMES = [
  'arrow-left',
  'arrow-clockwise',
  'calendar-plus',
  'calendar-x',
  'caret-down',
  'caret-left',
  'caret-right',
  'check',
  'clock',
  'clock-counter-clockwise',
  'copy',
  'download-simple',
  'envelope-simple',
  'facebook-logo',
  'fork-knife',
  'flag',
  'globe',
  'heart',
  'house',
  'info',
  'instagram-logo',
  'link',
  'list',
  'magnifying-glass',
  'map-pin',
  'money',
  'moon',
  'navigation-arrow',
  'pause',
  'percent',
  'phone',
  'play',
  'share-network',
  'shopping-bag',
  'sliders-horizontal',
  'storefront',
  'sun',
  'trash',
  'user',
  'user-plus',
  'warning',
  'x',
  'x-logo',
]
/** Filled ones, for what is on: under their own name where the bold one is not there too. */
const FILLED = ['heart', 'star']
/** Of 256 units, which are at most 32 pixels: finer is not seen, and every page carries it. */
const DECIMALS = 0

type Set = { icons: Record<string, { body: string }> }
const { icons } = JSON.parse(readFileSync(new URL(import.meta.resolve('@iconify-json/ph/icons.json')), 'utf8')) as Set

const entries = [
  ...NAMES.map((name) => [name, `${name}-bold`]),
  ...FILLED.map((name) => [NAMES.includes(name) ? `${name}-fill` : name, `${name}-fill`]),
].map(([name, source]) => {
  const path = /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(icons[source!]?.body ?? '')?.[1]
  if (!path) throw new Error(`${source} is not one plain path`)
  return `  '${name}':\n    '${svgpath(path).round(DECIMALS).toString()}',\n`
})

writeFileSync(
  new URL('icons.ts', import.meta.resolve('#web/ui/icon.tsx')),
  `/**
 * Icons by Phosphor (https://phosphoricons.com), MIT licence, copyright (c) 2023 Phosphor Icons. Drawn in a box of 256.
 * Written by tools/make-icons.ts; change the list there.
 */
export const ICONS = {
${entries.join('')}} as const
`,
)
