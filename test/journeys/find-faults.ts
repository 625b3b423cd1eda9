import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The two sizes that everybody must be able to use. */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

/** What differs between light and dark. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** For the sake of frames axe opens a page of its own each time: hardly a page has any. What it has nothing against need not be told. */
const look = (page: Page, options: Parameters<AxeBuilder['options']>[0]) =>
  new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ ...options, resultTypes: ['violations'] })
    .analyze()

/** What axe has against a page as it stands, in light, and in dark as far as colours go; in words that lead to the place. */
export async function findFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  const note = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>, theme: string) => {
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes) faults.push(`${name}, ${theme}: ${id} at ${target.join(' ')}: ${failureSummary}`)
  }
  await settle(page)
  note(await look(page, {}), 'light')
  await wear(page, 'dark')
  note(await look(page, { runOnly: { type: 'rule', values: COLOURS } }), 'dark')
  await wear(page, 'light')
  return faults
}

/** As the theme's button does it, which may lie under a dialog. */
async function wear(page: Page, theme: 'light' | 'dark') {
  await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await settle(page)
}

/** A picture or a panel on its way has neither its colours nor its place yet. */
const settle = (page: Page) =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map((animation) => animation.finished))
  })
