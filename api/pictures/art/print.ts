/** Prints objects and numbers in the inks of a cover. */
import covers from './objects.json' with { type: 'json' }
import { NUMERALS } from './numerals.ts'
import type { Inks } from './palettes.ts'

const OBJECTS: Record<string, string | undefined> = covers.objects
/** Objects are drawn in a square of this side. */
const SIDE = 32

export const hasObject = (name: string) => OBJECTS[name] !== undefined
/** A number as short as it may be. */
export const short = (value: number, digits = 1) => Number(value.toFixed(digits))

/** How light a colour looks, from 0 to 255. */
export function lightness(hex: string) {
  const full =
    hex.length === 4
      ? hex
          .slice(1)
          .split('')
          .map((digit) => digit + digit)
      : [hex.slice(1, 3), hex.slice(3, 5), hex.slice(5, 7)]
  const [red = 0, green = 0, blue = 0] = full.map((pair) => Number.parseInt(pair, 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

/** An object with its own colours replaced, by the rank of their lightness, with the four inks. */
export function printObject(name: string, inks: Inks) {
  const body = OBJECTS[name] ?? ''
  const fills = [...new Set([...body.matchAll(/fill="(#[0-9A-Fa-f]{3,6})"/g)].map(([, colour]) => colour!))].toSorted(
    (a, b) => lightness(a) - lightness(b),
  )
  const ink = (rank: number) => (fills.length === 1 ? inks[3] : inks[Math.round((rank / (fills.length - 1)) * 3)]!)
  return body.replace(/fill="(#[0-9A-Fa-f]{3,6})"/g, (_, colour: string) => `fill="${ink(fills.indexOf(colour))}"`)
}

/** The shape of an object in one colour: its shadow, or a pattern. */
export const printShape = (name: string, colour: string) =>
  `<g fill="${colour}">${(OBJECTS[name] ?? '').replace(/ ?fill="[^"]*"/g, '').replace(/ opacity="[^"]*"/g, '')}</g>`

/** An object with its centre at x and y. `turn` is in degrees. */
export const place = (object: string, x: number, y: number, size: number, turn = 0) =>
  `<g transform="translate(${short(x)} ${short(y)})${turn ? ` rotate(${short(turn)})` : ''} scale(${short(size / SIDE, 3)}) translate(-${SIDE / 2} -${SIDE / 2})">${object}</g>`

/** An object with a hard shadow, as a print whose plates do not quite meet. */
export const placeWithShadow = (
  name: string,
  inks: Inks,
  { x, y, size, turn = 0, shift = 9 }: { x: number; y: number; size: number; turn?: number; shift?: number },
) => place(printShape(name, inks[0]), x + shift, y + shift, size, turn) + place(printObject(name, inks), x, y, size, turn)

/** Figures and the percent sign as outlines, with their width. */
export function printNumerals(text: string, { x, baseline, size, colour }: { x: number; baseline: number; size: number; colour: string }) {
  let cursor = 0
  let outlines = ''
  for (const sign of text) {
    const [width, outline] = NUMERALS[sign]!
    outlines += `<path transform="translate(${cursor} 0)" d="${outline}"/>`
    cursor += width - 2
  }
  return {
    width: (cursor * size) / 100,
    svg: `<g transform="translate(${short(x)} ${short(baseline)}) scale(${short(size / 100, 3)})" fill="${colour}">${outlines}</g>`,
  }
}
