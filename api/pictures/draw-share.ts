/**
 * Draws the picture that goes with a shared link, 1200 by 630: the cover with its ticket on the right, words under an awning on the
 * left. SVG without text nodes, so that whatever renders it needs no font.
 */
import { pickComposition, type ShareSubject } from '#contract/cover-rules.ts'

import { printNumerals } from './art/print.ts'
import { drawCover } from './draw-cover.ts'
import { breakText, layText, measureText } from './lay-text.ts'

const CANVAS = '#f4f7f3'
const INK = '#12211b'
const MUTED = '#46554d'
const SAVING = '#f4781f'
const ON_SAVING = '#1c0d02'
const SPLIT = 580
const MARGIN = 64
const LINE = SPLIT - MARGIN - 44
/** The largest in which a title fits; the last one takes what it can. */
const TITLES = [
  { size: 66, lines: 3 },
  { size: 56, lines: 4 },
  { size: 46, lines: 5 },
] as const

/** A strip of cloth that ends in waves. */
function drawAwning() {
  const stripe = SPLIT / 10
  return Array.from(
    { length: 10 },
    (_, index) =>
      `<path d="M${index * stripe} 0h${stripe}v22a${stripe / 2} 20 0 0 1-${stripe} 0z" fill="${index % 2 ? '#ffffff' : SAVING}"/>`,
  ).join('')
}

const drawLogo = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size / 32})"><path d="M5 13h22v15H5z" fill="#14463a"/><path d="M13 18h6v10h-6z" fill="${CANVAS}"/><path d="M3 4h26v8H3z" fill="${SAVING}"/><path d="M3 11h6.5v2a3.25 3.25 0 0 1-6.5 0zM16 11h6.5v2a3.25 3.25 0 0 1-6.5 0z" fill="${SAVING}"/><path d="M9.5 11H16v2a3.25 3.25 0 0 1-6.5 0zM22.5 11H29v2a3.25 3.25 0 0 1-6.5 0z" fill="${INK}"/></g>`

/** The discount, hanging from the top of the cover as on a card. */
function drawTicket({ percent, isUpTo }: NonNullable<ShareSubject['saving']>) {
  const number = `${percent}%`
  const size = 124
  const { width } = printNumerals(number, { x: 0, baseline: 0, size, colour: '' })
  const words = { weight: 'bold', size: 32 } as const
  const box = Math.max(width, measureText('Up to', words)) + 48
  const x = SPLIT + 44
  const top = isUpTo ? 42 : 0
  const bottom = 172 + top
  const centred = (text: string, y: number) => layText(text, words, { x: x + (box - measureText(text, words)) / 2, y, colour: ON_SAVING })
  const wave = box / 3
  return (
    `<path d="M${x} 0h${box}v${bottom}${`a${wave / 2} 16 0 0 1-${wave} 0`.repeat(3)}z" fill="${SAVING}"/>` +
    (isUpTo ? centred('Up to', 48) : '') +
    printNumerals(number, { x: x + (box - width) / 2, baseline: 112 + top, size, colour: ON_SAVING }).svg +
    centred('off', 154 + top)
  )
}

export function drawShare({ cover, title, line, saving }: ShareSubject) {
  const set = TITLES.map(({ size, lines }) => ({ size, ...breakText(title, { weight: 'bold', size }, LINE, lines) }))
  const { size, lines } = set.find(({ isWhole }) => isWhole) ?? set.at(-1)!
  const [where] = breakText(line, { weight: 'plain', size: 32 }, LINE, 1).lines
  const step = size * 1.14
  const end = 520
  const begin = end - 62 - step * (lines.length - 1)
  // Those whose hero stands in the middle: the ticket hangs over a corner, and says the figure already.
  const composition = pickComposition(cover, ['cloth', 'figure', 'tiles'])
  const art = drawCover(cover, composition)
    .replace('<svg ', '<svg preserveAspectRatio="xMidYMid slice" ')
    .replace('width="400" height="300"', `x="${SPLIT}" y="0" width="${1200 - SPLIT}" height="630"`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630"><rect width="1200" height="630" fill="${CANVAS}"/>${art}` +
    drawAwning() +
    drawLogo(MARGIN - 6, 92, 64) +
    layText('Kade', { weight: 'bold', size: 46 }, { x: MARGIN + 72, y: 142, colour: INK }) +
    lines.map((text, index) => layText(text, { weight: 'bold', size }, { x: MARGIN, y: begin + index * step, colour: INK })).join('') +
    layText(where ?? '', { weight: 'plain', size: 32 }, { x: MARGIN, y: end, colour: MUTED }) +
    (saving ? drawTicket(saving) : '') +
    '</svg>'
  )
}
