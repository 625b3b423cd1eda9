/**
 * Text as outlines, in fonts of our own: a picture looks the same on every machine, whatever fonts it has. Archivo for Latin, Noto for
 * Sinhala and Tamil; letters that none of them has are left out.
 */
import { fileURLToPath } from 'node:url'

import { openSync, type Font } from 'fontkit'

import { short } from './art/print.ts'

export type Weight = 'bold' | 'plain'
export type TextStyle = { weight: Weight; size: number }

const open = (file: string) => openSync(fileURLToPath(import.meta.resolve(file))) as Font
const archivo = (weight: number) =>
  ['latin', 'latin-ext'].map((letters) => `@fontsource/archivo/files/archivo-${letters}-${weight}-normal.woff`)
const NOTO = ['sinhala', 'tamil'].map(
  (script) => `@fontsource-variable/noto-sans-${script}/files/noto-sans-${script}-${script}-wght-normal.woff2`,
)
const FILES: Record<Weight, string[]> = { bold: [...archivo(800), ...NOTO], plain: [...archivo(500), ...NOTO] }
const opened = new Map<string, Font>()
const fontsOf = (weight: Weight) => FILES[weight].map((file) => opened.get(file) ?? opened.set(file, open(file)).get(file)!)

/** Pieces of a text with the font of each. A space goes with what stands before it. */
function splitByFont(text: string, weight: Weight) {
  const pieces: { font: Font; text: string }[] = []
  const fonts = fontsOf(weight)
  for (const letter of text) {
    const last = pieces.at(-1)
    const has = (font: Font) => font.hasGlyphForCodePoint(letter.codePointAt(0)!)
    // Joiners belong to their syllable, whether the font names them or not.
    const isJoiner = letter === '\u200d' || letter === '\u200c'
    const font = last && (isJoiner || has(last.font)) ? last.font : fonts.find(has)
    if (!font) continue
    if (last?.font === font) last.text += letter
    else pieces.push({ font, text: letter })
  }
  return pieces
}

/** How wide a text is. */
export function measureText(text: string, { weight, size }: TextStyle) {
  return splitByFont(text, weight).reduce(
    (width, piece) => width + (piece.font.layout(piece.text).advanceWidth * size) / piece.font.unitsPerEm,
    0,
  )
}

/** One line of text as SVG, from x on, upon a baseline. */
export function layText(text: string, { weight, size }: TextStyle, { x, y, colour }: { x: number; y: number; colour: string }) {
  let cursor = x
  let paths = ''
  for (const piece of splitByFont(text, weight)) {
    const scale = size / piece.font.unitsPerEm
    const { glyphs, positions } = piece.font.layout(piece.text)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!
      const outline = glyph.path.toSVG()
      if (outline)
        paths += `<path transform="translate(${short(cursor + xOffset * scale, 2)} ${short(y - yOffset * scale, 2)}) scale(${short(scale, 5)} ${short(-scale, 5)})" d="${outline}"/>`
      cursor += xAdvance * scale
    }
  }
  return `<g fill="${colour}">${paths}</g>`
}

/** A text in lines of at most `width`; the last one ends with an ellipsis where not all of it fits. */
export function breakText(text: string, style: TextStyle, width: number, most: number): { lines: string[]; isWhole: boolean } {
  const lines: string[] = []
  const fits = (line: string) => measureText(line, style) <= width
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
    if (lines.length > most) break
  }
  const shown = lines.slice(0, most).map((line) => cutLine(line, fits))
  const isWhole = lines.length <= most && shown.every((line, index) => line === lines[index])
  if (lines.length > most) shown[most - 1] = cutLine(`${shown[most - 1]}…`, fits)
  return { lines: shown, isWhole }
}

/** As much of a line as fits, with an ellipsis. */
function cutLine(line: string, fits: (line: string) => boolean) {
  if (fits(line)) return line
  const letters = [...line.replace(/…$/, '')]
  let [least, most] = [0, letters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(`${letters.slice(0, middle).join('')}…`)) least = middle
    else most = middle - 1
  }
  return `${letters.slice(0, least).join('').trimEnd()}…`
}
