/** How the product feels under the fingers: typing, scrolling, and what a long list costs the browser. */
import type { Browser, CDPSession, Page } from '@playwright/test'

import { FIRST_PAGE_SIZE, LIST_PART, PAGE_SIZE, SECTION_PAGES } from '#contract/constants.ts'

import { median } from '../load.ts'

const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** A phone of the middle of the market beside this machine. */
export const SLOWDOWN = 4
const KEY_REST = 110
const WORDS = ['lunch', 'saree', 'laptop', 'family', 'coffee', 'printer', 'weekend', 'shoes', 'herbal', 'haircut']
/** Cards of a list that somebody really scrolls through. */
const LONG_LIST = 5_000
/** The hardest fling that a phone knows, 8 000 pixels a second, in steps as a finger makes them; so many of them are watched. */
const FLING = { pixels: 480, rest: 60, steps: 120 }
/** A page is left alone for so long, in milliseconds, between two collections of its garbage: what the first lets go of only the second takes away. */
const SETTLING = 3_000
/** At so many places over the height of a part of the list its nodes are counted. */
const STANDS = 4
/** The list, as the page draws it. Roles and names would be worked out in the page, whose tasks are measured. */
const MORE = '#offers a.btn[rel=next]'

/** `interactions`: the longest event of each that took more than a frame, by its number; `count`: of all of them. */
type Watched = { interactions: Record<number, number>; count: number; longTasks: number[]; shift: number }

/** Everything that a browser tells of how it fares, from the first moment on. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = { interactions: {}, count: 0, longTasks: [], shift: 0 }
    Object.assign(window, { watched })
    performance.setResourceTimingBufferSize(10_000)
    const observe = (type: string, take: (entry: never) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as never))).observe({
        type,
        buffered: true,
        durationThreshold: 16,
      } as PerformanceObserverInit)
    observe('event', ({ interactionId, duration }: { interactionId: number; duration: number }) => {
      if (!interactionId) return
      watched.interactions[interactionId] = Math.max(watched.interactions[interactionId] ?? 0, duration)
    })
    observe('longtask', ({ duration }: { duration: number }) => watched.longTasks.push(duration))
    observe('layout-shift', ({ value, hadRecentInput }: { value: number; hadRecentInput: boolean }) => {
      if (!hadRecentInput) watched.shift += value
    })
  })
const readWatched = (page: Page) =>
  page.evaluate(() => {
    const { watched } = window as unknown as { watched: Watched }
    return { ...watched, count: (performance as unknown as { interactionCount: number }).interactionCount - watched.count }
  })
const forget = (page: Page) =>
  page.evaluate(() => {
    const count = (performance as unknown as { interactionCount: number }).interactionCount
    Object.assign((window as unknown as { watched: Watched }).watched, { interactions: {}, count, longTasks: [], shift: 0 })
  })

/** Interaction to Next Paint, as it is defined: the slowest but for one of each fifty. */
function inpOf({ interactions, count }: Pick<Watched, 'interactions' | 'count'>) {
  const durations = Object.values(interactions).toSorted((one, other) => other - one)
  return durations[Math.floor(count / 50)] ?? 0
}

async function open(browser: Browser, url: string, slowdown: number) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await watch(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, session, close: () => context.close() }
}

export type Typing = { slowdown: number; inp: number; slowest: number; results: number; longest: number }

/** Types words letter by letter; `results` is the time from the last key to the list of that word, the median of all. */
export async function measureTyping(browser: Browser, url: string, slowdown: number): Promise<Typing> {
  const { page, close } = await open(browser, url, slowdown)
  const field = page.getByRole('searchbox')
  await field.click()
  await page.waitForTimeout(1_000)
  await forget(page)
  const waits: number[] = []
  for (const word of WORDS) {
    await page.evaluate(waitForResults, word)
    await page.keyboard.type(word, { delay: KEY_REST })
    waits.push(await page.evaluate(() => (window as unknown as { results: Promise<number> }).results))
    await field.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.waitForTimeout(700)
  }
  const { interactions, count, longTasks } = await readWatched(page)
  await close()
  return {
    slowdown,
    inp: inpOf({ interactions, count }),
    slowest: Math.max(...Object.values(interactions), 0),
    results: median(waits),
    longest: Math.max(...longTasks, 0),
  }
}

/** In the page: how long after its last key the list of a word is on the screen. */
function waitForResults(word: string) {
  let last = 0
  const press = () => (last = performance.now())
  document.addEventListener('keydown', press)
  const results = new Promise<number>((resolve) => {
    const look = () => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]')
      const isThere =
        field?.value === word &&
        new URLSearchParams(location.search).get('q') === word &&
        document.querySelector('#offers [aria-busy=false], #offers .list:not([aria-busy=true])') !== null &&
        document.querySelector('[role=status] .pending') === null
      if (!isThere) return requestAnimationFrame(look)
      document.removeEventListener('keydown', press)
      return resolve(performance.now() - last)
    }
    look()
  })
  Object.assign(window, { results })
}

/**
 * Flings through the beginning of a list, then through its end when it has LONG_LIST cards, at each of these slowdowns; says what it holds on
 * the way, and how much `text` its offers are.
 */
export async function measureScrolling(browser: Browser, url: string, slowdowns: number[]) {
  const flings: (Fling & { slowdown: number; where: string })[] = []
  for (const slowdown of slowdowns) {
    const { page, close } = await open(browser, url, slowdown)
    await page.waitForTimeout(1_000)
    flings.push({ slowdown, where: 'its beginning', ...(await fling(page)) })
    await close()
  }
  const { page, session, close } = await open(browser, url, 1)
  const steps: { cards: number; nodes: number; heap: number; text: number }[] = []
  for (let next = 1_000; next <= LONG_LIST; next += 1_000) {
    let cards = 0
    while ((cards = await countCards(page)) < next) await growList(page)
    steps.push({ cards, ...(await weigh(page, session)), text: await page.evaluate(weighAnswers) })
  }
  for (const slowdown of slowdowns) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    flings.push({ slowdown, where: 'its end', ...(await fling(page)) })
  }
  await close()
  return { steps, flings }
}

export type Fling = { longTasks: number; longest: number; shift: number }

async function fling(page: Page): Promise<Fling> {
  await forget(page)
  for (let step = 0; step < FLING.steps; step++) {
    await page.mouse.wheel(0, FLING.pixels)
    await page.waitForTimeout(FLING.rest)
    const end = await page.evaluate(findEnd, MORE)
    if (end) await page.touchscreen.tap(end.x, end.y)
  }
  const { longTasks, shift } = await readWatched(page)
  return { longTasks: longTasks.length, longest: Math.max(...longTasks, 0), shift }
}

/** In the page: where a finger asks for more, if the list stands at its end. A click of Playwright's would scroll there first. */
function findEnd(more: string) {
  const link = document.querySelector(more)
  if (link?.textContent !== 'Show more') return undefined
  const { left, top, width, height } = link.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  return document.elementFromPoint(x, y) === link ? { x, y } : undefined
}

/** Parts and sections that are far away are not drawn: they count all the same. */
const countCards = (page: Page) =>
  page.evaluate(
    ([part, first, section]) =>
      [...document.querySelectorAll('#offers .list-section')].reduce(
        (sum, { childElementCount }, index) => sum + (childElementCount * part || (index === 0 ? first : section)),
        0,
      ),
    [LIST_PART, FIRST_PAGE_SIZE + (SECTION_PAGES - 1) * PAGE_SIZE, SECTION_PAGES * PAGE_SIZE] as const,
  )

async function growList(page: Page) {
  await page.$eval(MORE, (link) => {
    link.scrollIntoView({ block: 'end' })
    if (link.textContent === 'Show more') (link as HTMLAnchorElement).click()
  })
  await page.waitForTimeout(FLING.rest)
}

/** In the page: bytes of text that the offers of the list have come as. */
const weighAnswers = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/offers/all'))
    .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0)

/** What stays once what was on its way has come, and what has gone is forgotten: the fewest nodes, for where one stands in the list decides whether a part more is near; the heap at the first of the places. */
async function weigh(page: Page, session: CDPSession) {
  let nodes = Infinity
  let heap = 0
  for (let stand = 0; stand < STANDS; stand++) {
    if (stand > 0) await page.evaluate((share) => scrollBy(0, -document.querySelector('#offers .cards')!.clientHeight * share), 1 / STANDS)
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(SETTLING)
    await session.send('HeapProfiler.collectGarbage')
    nodes = Math.min(nodes, (await session.send('Memory.getDOMCounters')).nodes)
    if (stand === 0) heap = (await session.send('Runtime.getHeapUsage')).usedSize
  }
  return { nodes, heap }
}

/** Bytes of scripts, as they are sent, of a page that is opened cold and left alone. */
export async function weighScripts(browser: Browser, url: string, storage: Record<string, string> = {}) {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    ...PHONE,
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  })
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (/\.js(\?|$)/.test(request.url())) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1_000)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return { files: sizes.length, bytes }
}
