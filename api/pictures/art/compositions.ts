/** The seven ways in which a cover is composed. Each has one hero of at least half the height. */
import { lightness, place, placeWithShadow, printNumerals, printObject, printShape, short } from './print.ts'
import type { Palette } from './palettes.ts'

/** What a composition works with. `roll` gives the next number of the picture's own chance, from 0 to 1. */
export type Scene = {
  palette: Palette
  main: string
  side: readonly string[]
  roll: () => number
  texture: (colour: string) => string
  discount: number
}

const textured = (attributes: string, opacity: number) => `<rect ${attributes} fill="url(#t)" opacity="${opacity}"/>`

/** One thing, very large, leaving the page. */
export function composeLoom({ palette: [, shape, inks], main, roll, texture }: Scene) {
  const isRight = roll() > 0.45
  const turn = (isRight ? -1 : 1) * (6 + roll() * 12)
  const ground = roll()
  const behind =
    ground < 0.4
      ? `<circle cx="${isRight ? 290 : 110}" cy="165" r="150" fill="${shape}"/>`
      : ground < 0.75
        ? `<path d="M${isRight ? 120 : 0} 300V160a140 140 0 0 1 280 0v140z" fill="${shape}"/>`
        : `<path d="M${isRight ? 400 : 0} 0v300h${isRight ? '-' : ''}250z" fill="${shape}"/>`
  const patch = textured(`x="${isRight ? 0 : 230}" y="${roll() > 0.5 ? 0 : 150}" width="170" height="150"`, 0.55)
  return (
    texture(roll() > 0.5 ? shape : inks[3]) +
    patch +
    behind +
    placeWithShadow(main, inks, { x: isRight ? 258 : 142, y: 178, size: 286, turn })
  )
}

const scallops = (width: number, count: number, height: number, colours: readonly [string, string]) => {
  const step = width / count
  return Array.from(
    { length: count },
    (_, index) =>
      `<path d="M${short(index * step)} 0h${short(step)}v${height}a${short(step / 2)} ${short(step / 2)} 0 0 1-${short(step)} 0z" fill="${colours[index % 2]}"/>`,
  ).join('')
}

/** A shop window: awning above, things on a counter. */
export function composeCounter({ palette: [, shape, inks], main, side, roll }: Scene) {
  const base = 246
  const stand = (name: string, x: number, size: number) =>
    `<ellipse cx="${x}" cy="${base}" rx="${short(size * 0.36)}" ry="6" fill="${inks[0]}" opacity=".28"/>${place(printObject(name, inks), x, base - size * 0.46, size)}`
  const big = roll() > 0.5 ? 200 : 212
  const isFlipped = roll() > 0.5
  return (
    `<rect y="232" width="400" height="68" fill="${inks[0]}"/><rect y="232" width="400" height="7" fill="${inks[1]}"/><path d="M36 232V140a164 150 0 0 1 328 0v92z" fill="${shape}"/>` +
    stand(side[0] ?? main, isFlipped ? 324 : 76, 104) +
    stand(side[1] ?? main, isFlipped ? 82 : 318, 118) +
    stand(main, 200, big - 26) +
    scallops(400, 8, 34, [inks[3], shape === inks[1] ? inks[0] : inks[1]])
  )
}

/** Printed cloth: half drop, one thing in full ink. Two patterns of one thing each: a page may show many covers, and each thing in one counts. */
export function composeCloth({ palette: [paper, shape, inks], main, roll }: Scene) {
  const step = 100
  const heroColumn = 1 + Math.floor(roll() * 2)
  const turn = Math.round(roll() * 2 - 1) * 12
  const columns = (id: string, x: number, y: number) =>
    `<pattern id="${id}" patternUnits="userSpaceOnUse" x="${x}" y="${y}" width="${2 * step}" height="${step}"><use href="#a" transform="translate(50 50) rotate(${turn}) scale(2.44) translate(-16 -16)"/></pattern>`
  const cover = (id: string) => `<rect width="400" height="300" fill="url(#${id})"/>`
  const [x, y] = [heroColumn * step + 50, heroColumn % 2 ? step : step + 50]
  return (
    `<defs><g id="a">${printShape(main, shape)}</g>${columns('t', 0, 0)}${columns('u', step, 50)}</defs>${cover('t')}${cover('u')}` +
    `<circle cx="${x}" cy="${y}" r="97" fill="${inks[3]}"/><circle cx="${x}" cy="${y}" r="89" fill="${paper}"/>${placeWithShadow(main, inks, { x, y, size: 136, turn, shift: 5 })}`
  )
}

/** The discount is the picture. */
export function composeFigure({ palette: [paper, shape, inks], main, texture, discount }: Scene) {
  const text = `${Math.round(discount)}%`
  const unit = printNumerals(text, { x: 0, baseline: 0, size: 100, colour: '' }).width
  const size = Math.min(260, ((text.length > 2 ? 360 : 300) / unit) * 100)
  const isLight = lightness(paper) > 120
  return (
    texture(isLight ? inks[3] : inks[1]) +
    textured('width="400" height="300"', isLight ? 0.5 : 0.35) +
    printNumerals(text, { x: 15, baseline: 289, size, colour: inks[0] }).svg +
    printNumerals(text, { x: 8, baseline: 282, size, colour: shape }).svg +
    placeWithShadow(main, inks, { x: 312, y: 90, size: 168, turn: 10, shift: 7 })
  )
}

/** A floor of cement tiles, one large. */
export function composeTiles({ palette: [paper, shape, inks], main, side, roll }: Scene) {
  const largeX = roll() > 0.5 ? 0 : 200
  const largeY = roll() > 0.5 ? 0 : 100
  const grounds = [paper, inks[3], inks[0], paper, shape] as const
  const marks = [shape, inks[1], inks[2], inks[0], inks[3]] as const
  const names = [side[0] ?? main, side[1] ?? main]
  let turn = Math.floor(roll() * 5)
  let tiles = ''
  for (let y = 0; y < 3; y++) {
    for (let x = 0; x < 4; x++) {
      if (x * 100 >= largeX && x * 100 < largeX + 200 && y * 100 >= largeY && y * 100 < largeY + 200) continue
      turn += 1
      const ground = grounds[turn % 5]!
      const kind = Math.floor(roll() * 6)
      const quarter = Math.floor(roll() * 4)
      const name = (x + y * 3 + turn) % 4 === 1 ? names.shift() : undefined
      const onDark: readonly [string, string, string, string] = [inks[1], inks[1], inks[2], inks[3]]
      const inside = name
        ? place(printObject(name, ground === inks[0] ? onDark : inks), 50, 50, 76)
        : drawTile(kind, quarter, ground, marks[turn % 5]!)
      tiles += `<g transform="translate(${x * 100} ${y * 100})"><rect width="101" height="101" fill="${ground}"/>${inside}</g>`
    }
  }
  const ground = lightness(shape) > 205 ? inks[1] : roll() > 0.5 ? shape : paper
  return `${tiles}<g transform="translate(${largeX} ${largeY})"><rect width="200" height="200" fill="${ground}"/>${placeWithShadow(main, inks, { x: 100, y: 100, size: 172, shift: 7 })}</g>`
}

function drawTile(kind: number, quarter: number, ground: string, mark: string) {
  const turned = (inside: string) => `<g transform="rotate(${quarter * 90} 50 50)">${inside}</g>`
  if (kind < 2)
    return turned(
      `<path d="M0 0h100a100 100 0 0 1-100 100z" fill="${mark}"/>${kind ? `<path d="M0 0h50a50 50 0 0 1-50 50z" fill="${ground}"/>` : ''}`,
    )
  if (kind === 2) return turned(`<path d="M0 50a50 50 0 0 1 100 0zM0 100a50 50 0 0 1 100 0z" fill="${mark}"/>`)
  if (kind === 3) return [5, 25, 45, 65, 85].map((y) => `<rect y="${y}" width="100" height="10" fill="${mark}"/>`).join('')
  if (kind === 4) return `<path d="M50 4Q62 38 96 50Q62 62 50 96Q38 62 4 50Q38 38 50 4z" fill="${mark}"/>`
  return `<circle cx="50" cy="50" r="36" fill="${mark}"/><circle cx="50" cy="50" r="15" fill="${ground}"/>`
}

/** A sun behind it. */
export function composeRays({ palette: [paper, shape, inks], main, roll, texture }: Scene) {
  const count = 18
  const y = 168
  const edge = (turn: number) => `${short(200 + 330 * Math.cos(turn), 0)} ${short(y + 330 * Math.sin(turn), 0)}`
  const rays = Array.from(
    { length: count },
    (_, index) => `M200 ${y}L${edge(((index * 2 + 0.3) * Math.PI) / count)}L${edge(((index * 2 + 1.3) * Math.PI) / count)}z`,
  ).join('')
  const turn = (roll() - 0.5) * 24
  return (
    `<path d="${rays}" fill="${shape}"/><circle cx="200" cy="${y}" r="128" fill="${inks[3]}"/><circle cx="200" cy="${y}" r="119" fill="${paper}"/>` +
    texture(shape) +
    `<circle cx="200" cy="${y}" r="119" fill="url(#t)" opacity=".25"/>` +
    placeWithShadow(main, inks, { x: 200, y: y - 6, size: 212, turn, shift: 8 })
  )
}

/** Day and night: the thing changes ink where the ground does. */
export function composeSplit({ palette: [paper, shape, inks], main, roll }: Scene) {
  const x = 168 + roll() * 64
  const half = `M${short(x + 50)} 0H400V300H${short(x - 50)}z`
  const turn = (roll() - 0.5) * 20
  const isDark = lightness(paper) < 120
  const second = isDark ? shape : inks[0]
  const shadow = place(printShape(main, inks[0]), 209, 161, 244, turn)
  const print = (colours: Palette[2]) => place(printObject(main, colours), 200, 152, 244, turn)
  const moon = isDark ? '' : `<circle cx="${short(x + 118)}" cy="86" r="58" fill="${shape}"/>`
  const night = isDark ? shadow + print(inks) : print([inks[1], shape, inks[2], inks[3]])
  return (
    `<clipPath id="k"><path d="${half}"/></clipPath><path d="${half}" fill="${second}"/>${shadow}${print(inks)}` +
    `<g clip-path="url(#k)"><path d="${half}" fill="${second}"/>${moon}${night}</g><path d="M${short(x + 50)} 0L${short(x - 50)} 300" stroke="${inks[3]}" stroke-width="3"/>`
  )
}
