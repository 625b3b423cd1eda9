/**
 * Draws the cover of an offer that has no picture: SVG of 400 by 300, no text nodes, no scripts, nothing from outside. The same offer
 * always gives the same picture; it never asks for the time or for chance. Each object is printed in the four inks of its category, so
 * that a page of covers reads like one spot-colour magazine.
 */
import { canShowFigure, hashText, pickComposition, type Composition, type CoverSubject } from '#contract/cover-rules.ts'

import {
  composeCloth,
  composeCounter,
  composeFigure,
  composeLoom,
  composeRays,
  composeSplit,
  composeTiles,
  type Scene,
} from './art/compositions.ts'
import { PALETTES, paletteName } from './art/palettes.ts'
import { hasObject } from './art/print.ts'
import { drawTexture, TEXTURES } from './art/textures.ts'
import { SHELF, WORDS } from './art/words.ts'

const COMPOSE: Record<Composition, (scene: Scene) => string> = {
  loom: composeLoom,
  counter: composeCounter,
  cloth: composeCloth,
  figure: composeFigure,
  tiles: composeTiles,
  rays: composeRays,
  split: composeSplit,
}

/** A row of numbers from 0 to 1 that a seed decides (mulberry32). */
function rollDice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The main thing of a title, and what may stand beside it. */
function chooseObjects(title: string, category: string, seed: number, roll: () => number) {
  const [, objects = [], mains = 1] = WORDS.find(([words]) => words.test(title)) ?? []
  const named = objects.filter(hasObject)
  const shelf = SHELF[paletteName(category)].filter(hasObject)
  const main = named[(seed >>> 5) % Math.min(mains, named.length || 1)] ?? shelf[seed % shelf.length]!
  const side = [...new Set([...named, ...shelf])].filter((name) => name !== main)
  if (named.length < 3) {
    for (let index = side.length - 1; index > named.length; index--) {
      const other = named.length + Math.floor(roll() * (index - named.length))
      ;[side[index], side[other]] = [side[other]!, side[index]!]
    }
  }
  return { main, side }
}

/** The cover of an offer in one composition. */
export function drawCover(subject: CoverSubject, composition = pickComposition(subject)) {
  const { id, title, category, discount } = subject
  const seed = hashText(`${id}|${title}`)
  const roll = rollDice(seed)
  const palette = PALETTES[paletteName(category)]
  const texture = TEXTURES[(seed >>> 3) % TEXTURES.length]!
  const fitting = composition === 'figure' && !canShowFigure(subject) ? 'loom' : composition
  const art = COMPOSE[fitting]({
    palette,
    ...chooseObjects(title, category, seed, roll),
    roll,
    texture: (colour) => drawTexture(texture, colour),
    discount,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300"><rect width="400" height="300" fill="${palette[0]}"/>${art}</svg>`
}
