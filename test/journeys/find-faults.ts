import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

export const PHONE = { width: 360, height: 740 }
export const DESK = { width: 1280, height: 800 }
/** A desk at 400 %: as narrow as a page must become without running out of its window. */
export const NARROWEST = { width: 320, height: 640 }
/** The sizes that everybody must be able to use. */
const SIZES = [DESK, PHONE]

/** As it is published for pages: a browser reads it in two thirds of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** What differs between light and dark. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/**
 * What is wrong with a page as it stands, in words that lead to the place: what axe has against it on a desk and on a phone, in light, and in dark as far as
 * colours go; and where it runs out of its window. Opening a page takes longer than all of that, so it changes its size. `sizes`: the only ones at which a state exists.
 */
export async function findFaults(page: Page, name: string, sizes = SIZES): Promise<string[]> {
  const faults: string[] = []
  const [before, theme] = [page.viewportSize()!, await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'light')]
  // What lay beside the pointer may lie under it when the page is smaller.
  await page.mouse.move(0, 0)
  await holdTransitions(page, true)
  for (const size of sizes) {
    await page.setViewportSize(size)
    const where = `${name}, ${size.width} px`
    await wear(page, 'light')
    await bringAxe(page)
    faults.push(...(await runAxe(page, {}, `${where}, light`)), ...(await findOverflow(page, where)))
    await wear(page, 'dark')
    faults.push(...(await runAxe(page, COLOURS, `${where}, dark`)))
  }
  if (sizes === SIZES) {
    await page.setViewportSize(NARROWEST)
    await settle(page)
    faults.push(...(await findOverflow(page, `${name}, ${NARROWEST.width} px`)))
  }
  await page.setViewportSize(before)
  await wear(page, theme)
  await holdTransitions(page, false)
  return faults
}

/** Where every colour changes at once, a page that is drawn again at every step of it takes longer than what is asked of it. */
const holdTransitions = (page: Page, isHeld: boolean) =>
  page.evaluate((hold) => {
    const held = window as unknown as { heldTransitions?: CSSStyleSheet }
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== held.heldTransitions)
    held.heldTransitions ??= new CSSStyleSheet()
    held.heldTransitions.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = hold ? [...others, held.heldTransitions] : others
  }, isHeld)

async function bringAxe(page: Page) {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue
    // A frame of another origin tells what it found as well.
    await frame.evaluate(`${AXE}\naxe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  }
}

async function runAxe(page: Page, options: RunOptions, where: string) {
  // A frame that does not answer is an error, not a frame without faults. Style sheets that are fetched once more serve rules for sound and turned screens alone.
  const wanted: RunOptions = { ...options, resultTypes: ['violations'], pingWaitTime: 0, preload: false }
  const violations = await page.evaluate(async (given) => {
    const found = await (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(given)
    return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })) }))
  }, wanted)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Where a page is wider than its window. */
export async function findOverflow(page: Page, where: string) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const { width: room } = page.viewportSize()!
  return width > room ? [`${where}: it is ${width} px wide`] : []
}

/** As the theme's button does it, which may lie under a dialog. */
async function wear(page: Page, theme: string) {
  await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await settle(page)
}

/** A picture or a panel on its way has neither its colours nor its place yet; what ends may have begun another. */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    const isEnding = ({ playState, effect }: Animation) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    for (;;) {
      await new Promise(requestAnimationFrame)
      const ending = document.getAnimations().filter(isEnding)
      if (ending.length === 0) return
      await Promise.allSettled(ending.map((animation) => animation.finished))
    }
  })
