/** Everybody can use it: axe finds nothing on any page and state, in both themes, on a phone and on a desk; and the keyboard is enough. */
import type { Page } from '@playwright/test'

import { expect, test } from '#test/journey.ts'

import { dayFromNow, findOffer, importRows } from './city.ts'
import { DESK, findFaults, findOverflow, NARROWEST, PHONE, settle } from './find-faults.ts'

/** What `act` opens differs by size, so it is opened at each; `undo` closes what would lie over it at the next. */
type State = { name: string; path: string; act?: (page: Page) => Promise<void>; undo?: (page: Page) => Promise<void> }
const STATES: State[] = [
  { name: 'landing', path: '/' },
  { name: 'landing with filters', path: '/?category=Food&q=rice' },
  { name: 'nothing found', path: '/?q=no+such+thing' },
  { name: 'shops', path: '/?view=shops' },
  { name: 'no shops found', path: '/?view=shops&q=no+such+thing' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'not found', path: '/offers/nothing' },
  { name: 'import', path: '/web' },
  {
    name: 'what is left out',
    path: '/?usable=now&without=bank',
    act: async (page) => {
      if (page.viewportSize()!.width < 1_000) await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('button', { name: /^The catch/ }).click()
      await expect(page.getByRole('dialog', { name: 'Only what I can use' })).toBeVisible()
    },
    undo: async (page) => {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: 'Only what I can use' })).toBeHidden()
    },
  },
  {
    name: 'filters and menu open, a toast shown',
    path: '/?category=Food',
    act: async (page) => {
      const answered = page.waitForResponse('**/api/v1/offers/all*')
      await page.getByRole('button', { name: 'Refresh' }).click()
      await answered
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
      const toasts = page.getByRole('region', { name: /Notifications/ })
      await expect(toasts.getByText('Data refreshed')).toBeVisible()
      // As if the pointer lay on it: it stays.
      await toasts.getByText('Data refreshed').dispatchEvent('pointermove')
      if (page.viewportSize()!.width > 1_000) return
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('button', { name: 'Menu' }).click()
    },
  },
]

test('what is wrong with a page is found, in light and in dark, on a desk and on a phone', async ({ page }) => {
  await page.goto('/terms')
  await page.evaluate(() => {
    const add = (tag: string, style: string, textContent = '') =>
      document.querySelector('main')!.append(Object.assign(document.createElement(tag), { style, textContent }))
    add('button', '')
    add('p', 'color: #777; background: #888', 'Hardly to be read')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('#narrow { display: none } @media (width < 400px) { #narrow { display: block } }')
    document.adoptedStyleSheets.push(sheet)
    document.querySelector('main')!.append(Object.assign(document.createElement('button'), { id: 'narrow' }))
    add('div', 'width: 340px; height: 1px')
    add('div', 'position: fixed; inset: 0 0 auto; height: 330px; pointer-events: none; z-index: -1')
  })
  const faults = [...(await findFaults(page, 'terms')), ...(await findCovers(page, 'terms'))].join('\n')
  for (const fault of ['1280 px, light: button-name', '360 px, light: color-contrast', '1280 px, dark: color-contrast'])
    expect(faults).toContain(fault)
  expect(faults).toMatch(/360 px, light: button-name at #narrow/)
  expect(faults).not.toMatch(/1280 px, light: button-name at #narrow/)
  expect(faults).toMatch(/320 px: it is \d+ px wide/)
  expect(faults).toMatch(/320 × 640 px: \d+ px of its height are covered/)
  expect(faults).toMatch(/640 × 400 px: \d+ px of its height are covered/)
})

/** What sticks to the edges of a page and takes more of its height than half: at 400 % and, on a low desk, at 200 %. */
async function findCovers(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const size of [NARROWEST, { width: 640, height: 400 }]) {
    await page.setViewportSize(size)
    // The bar of the search goes where one scrolls down, and is back at the top.
    await page.evaluate(() => window.scrollTo(0, 0))
    await settle(page)
    const where = `${name}, ${size.width} × ${size.height} px`
    faults.push(...(await findOverflow(page, where)))
    const covered = await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight / 2)
      const stuck = [...document.querySelectorAll('body *')].filter((element) =>
        ['sticky', 'fixed'].includes(getComputedStyle(element).position),
      )
      const isInTheWay = ({ top, bottom, width }: DOMRect) => width > innerWidth / 2 && bottom > 0 && top < innerHeight
      const heights = stuck.map((element) => element.getBoundingClientRect()).filter(isInTheWay)
      return heights.reduce((sum, { top, bottom }) => sum + Math.min(bottom, innerHeight) - Math.max(top, 0), 0)
    })
    if (covered >= size.height / 2) faults.push(`${where}: ${covered} px of its height are covered`)
  }
  return faults
}

test('axe finds nothing anywhere, in light and in dark, on a phone and on a desk; at 320 px and 200 % nothing runs out, and what sticks leaves most of a page free', async ({
  page,
  request,
  adminKey,
  consoleWatch,
}) => {
  test.setTimeout(240_000)
  consoleWatch.expectConsole(/status of 404/)
  await importRows(request, adminKey, [
    { title: 'Axolotl over and done', category: 'Other', shop: 'Axolotl Aquarium', address: '1 Axis Road', end_date: dayFromNow(-2) },
    { title: 'Axolotl to come', category: 'Other', shop: 'Axolotl Aquarium', address: '1 Axis Road', start_date: dayFromNow(9) },
  ])
  const { offer, shop } = await findOffer(request, 'rice')
  const faults: string[] = []
  const pages: State[] = [...STATES, { name: 'offer', path: `/offers/${offer}` }, { name: 'shop', path: `/shops/${shop}` }]
  for (const { name, path, act, undo } of pages) {
    await page.setViewportSize(DESK)
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    if (!act) faults.push(...(await findFaults(page, name)))
    faults.push(...(await findCovers(page, name)))
    for (const size of act ? [DESK, PHONE] : []) {
      await page.setViewportSize(size)
      await page.evaluate(() => window.scrollTo(0, 0))
      await act!(page)
      faults.push(...(await findFaults(page, name, [size])))
      await undo?.(page)
    }
  }
  expect(faults).toEqual([])
})

test('the landing is walked by keyboard alone, and nothing covers what has the focus', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const lookAtFocus = () =>
    page.evaluate(() => {
      const element = document.activeElement!
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(
        Math.min(Math.max(left + width / 2, 0), innerWidth - 1),
        Math.min(Math.max(top + height / 2, 0), innerHeight - 1),
      )
      const isOver = (bar: string) => hit?.closest(bar) && !element.closest(bar)
      const covered = isOver('header') || isOver('[role="search"]') ? `${element.outerHTML.slice(0, 120)} is covered` : null
      return { covered, name: element.getAttribute('aria-label') ?? element.textContent }
    })
  const names: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const { covered, name } = await lookAtFocus()
    expect(covered).toBeNull()
    names.push(name)
  }
  // In the order in which one reads: hero, featured, search, filters, list.
  const order = ['Explore Offers', 'Pause', 'Deal 1 of 5', 'Refresh', 'All shops']
  const places = order.map((name) => names.indexOf(name))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Shift+Tab')
    expect((await lookAtFocus()).covered).toBeNull()
  }
})

test('who wants no motion sees none: the featured deals stand still, and nothing slides; with the colours of the system every control has an edge, and the focus shows', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/?category=Food')
  const featured = page.getByRole('region', { name: 'Featured Deals' })
  await expect(featured.getByRole('button', { name: 'Pause' })).toBeHidden()
  await page.clock.runFor(20_000)
  await expect(featured.getByRole('button', { name: 'Deal 1 of 5' })).toHaveAttribute('aria-current', 'true')
  await featured.getByRole('button', { name: 'Next deal' }).click()
  await expect(featured.getByRole('button', { name: 'Deal 2 of 5' })).toHaveAttribute('aria-current', 'true')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)

  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' })
  await expect(featured.getByRole('button', { name: 'Pause' })).toBeVisible()
  const bare = await page.locator('button:visible, a.btn:visible, input:visible, select:visible').evaluateAll((controls) => {
    const hasEdge = (element: Element, part?: string) => {
      const { borderTopWidth, borderTopStyle } = getComputedStyle(element, part)
      return borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0
    }
    // A drawing is an edge of its own.
    const isSeen = (control: Element) =>
      [control, control.parentElement!].some((element) => hasEdge(element)) || hasEdge(control, '::before') || control.querySelector('svg')
    return controls.filter((control) => !isSeen(control)).map((control) => control.outerHTML.slice(0, 120))
  })
  expect(bare).toEqual([])
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
  expect(outline).not.toBe('none')
})
