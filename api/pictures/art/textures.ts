/** What a printer would have: patterns that a cover may carry, under the id `t`. */
const pattern = (attributes: string, inside: string) =>
  `<defs><pattern id="t" patternUnits="userSpaceOnUse" ${attributes}>${inside}</pattern></defs>`

const DRAW = {
  dots: (colour: string) =>
    pattern('width="14" height="14" patternTransform="rotate(45)"', `<circle cx="7" cy="7" r="2.6" fill="${colour}"/>`),
  shutter: (colour: string) => pattern('width="20" height="12"', `<rect width="20" height="3" fill="${colour}"/>`),
  rain: (colour: string) =>
    pattern('width="16" height="16" patternTransform="rotate(24)"', `<rect width="3" height="10" rx="1.5" fill="${colour}"/>`),
  awning: (colour: string) => pattern('width="44" height="44"', `<rect width="22" height="44" fill="${colour}"/>`),
  batik: (colour: string) =>
    pattern(
      'width="34" height="34"',
      `<path d="M17 3q5 8 0 14q-5-6 0-14M17 31q5-8 0-14q-5 6 0 14M3 17q8-5 14 0q-6 5-14 0M31 17q-8-5-14 0q6 5 14 0" fill="${colour}"/>`,
    ),
  tile: (colour: string) =>
    pattern('width="40" height="40"', `<path d="M0 0h20a20 20 0 0 1-20 20zM40 40h-20a20 20 0 0 1 20-20z" fill="${colour}"/>`),
}

export const TEXTURES = Object.keys(DRAW) as (keyof typeof DRAW)[]
export const drawTexture = (name: keyof typeof DRAW, colour: string) => DRAW[name](colour)
