/** Imports, undos, decisions and shoppers all at once: whoever comes second is told so, nobody sees half of anything, and nothing is left. */
import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from 'vitest'

import { AppError } from '#contract/errors.ts'
import type { Offer } from '#contract/offer.ts'
import { openDesk, openTestApp, toCsv, type TestApp } from './app.ts'
import { countRemains, NOTHING_LEFT } from './import-remains.ts'

const CHANGED = 60
const ADDED = 5

/** What an operator may be told who is not the only one. Anything else is a failure. */
const EXPECTED = new Set(['import_running', 'import_not_checked', 'import_not_undoable', 'undo_blocked'])

const row = (id: string, price: number) => ({
  external_id: id,
  title: `Rice packet ${id}`,
  shop: `Kade ${price % 3}`,
  address: '1 Station Road',
  external_shop_id: '1',
  category: 'Food',
  original_price: String(price),
})
/** Every file gives all offers its own number for a price, renames their shop, and has some offers of its own. */
const makeFile = (price: number) =>
  toCsv([
    ...Array.from({ length: CHANGED }, (_, index) => row(`changed-${index}`, price)),
    ...Array.from({ length: ADDED }, (_, index) => row(`own-${price}-${index}`, price)),
  ])

async function allow<T>(act: Promise<T>): Promise<T | undefined> {
  try {
    return await act
  } catch (error) {
    if (error instanceof AppError && EXPECTED.has(error.code)) return undefined
    throw error
  }
}

type Desk = Awaited<ReturnType<typeof open>>
async function open() {
  const app = await openTestApp({ variables: { THROTTLE_FACTOR: '10000' } })
  /** The prices of files by the numbers of their imports. */
  const prices = new Map<string, number>()
  return { ...app, ...openDesk(app), prices }
}

async function importFile(desk: Desk, price: number) {
  const report = await allow(desk.importText(makeFile(price)))
  if (report) desk.prices.set(report.id, price)
}

/** Checks a file and has it published and thrown away in the same moment. */
async function checkAndDecide(desk: Desk, price: number) {
  const begun = await allow(desk.begin(makeFile(price)))
  if (!begun) return
  desk.prices.set(begun.id, price)
  await sleep(Math.random() * 30)
  if (Math.random() < 0.6) await desk.follow(begun.id)
  const decisions = await Promise.all([allow(desk.publish(begun.id)), allow(desk.cancel(begun.id))])
  expect(decisions.filter(Boolean).length, 'one decision at most').toBeLessThanOrEqual(1)
}

/** Undoes the latest import that shows, and may think better of it. */
async function undoLatest(desk: Desk) {
  const latest = (await listShown(desk))[0]
  if (!latest || desk.prices.get(latest.id) === 1) return
  const begun = await allow(desk.beginUndo(latest.id))
  if (!begun) return
  await sleep(Math.random() * 60)
  if (Math.random() < 0.4) await allow(desk.cancel(begun.id))
}

const listShown = async (desk: Desk) =>
  (await desk.list()).filter(({ kind, state, undoneAt }) => kind === 'upload' && state === 'published' && undoneAt === null)

/** One page, which is one look at the catalogue. */
const readPage = async ({ http }: Pick<TestApp, 'http'>) => (await http('GET /offers/all', { query: { limit: '100' } })).data
const pricesOf = (offers: Offer[]) => [
  ...new Set(offers.filter(({ title }) => title.includes('changed-')).map((offer) => offer.originalPrice)),
]

/** Reads until it is told to stop: every answer is of one import alone. */
function startReading(desk: Desk) {
  let isOver = false
  let reads = 0
  const reading = (async () => {
    while (!isOver) {
      const offers = await readPage(desk)
      expect(pricesOf(offers), 'a page of two imports').toHaveLength(1)
      expect(new Set(offers.map(({ shop }) => shop.name)).size, 'a shop of two imports').toBe(1)
      reads += 1
      await sleep(2)
    }
  })()
  // It is awaited at the end; until then its failure is nobody's.
  reading.catch(() => undefined)
  return async () => {
    isOver = true
    await reading
    return reads
  }
}

/** What shows is what the imports made of it that were published and not undone. */
async function expectWhole(desk: Desk) {
  const shown = await listShown(desk)
  const own = shown.map(({ id }) => desk.prices.get(id)!)
  const offers = await readPage(desk)
  expect(pricesOf(offers)).toEqual([own[0]])
  const added = offers.map(({ title }) => /own-(\d+)-/.exec(title)?.[1]).filter((price) => price !== undefined)
  expect(added.toSorted()).toEqual(own.flatMap((price) => Array.from({ length: ADDED }, () => String(price))).toSorted())
}

/** Answers how many imports came to show, how many were undone, and how often shoppers read meanwhile. */
export async function tryRaces(rounds: number) {
  const desk = await open()
  await importFile(desk, 1)
  const stop = startReading(desk)
  for (let round = 1; round <= rounds; round++) {
    const price = round * 10
    await Promise.all([
      importFile(desk, price + 2),
      importFile(desk, price + 3),
      checkAndDecide(desk, price + 4),
      undoLatest(desk),
      sleep(Math.random() * 100).then(() => undoLatest(desk)),
    ])
    const settle = async () => (await countRemains(desk.context.pool)).remains
    await expect.poll(settle, { timeout: 30_000 }).toEqual(NOTHING_LEFT)
    await expectWhole(desk)
    // A page holds a hundred.
    while ((await listShown(desk)).length > 6) await undoAndTidy(desk)
  }
  // The first stays, for shoppers still read.
  if ((await listShown(desk)).length > 1) await undoAndTidy(desk)
  const imports = await desk.list()
  return {
    reads: await stop(),
    published: imports.filter(({ kind, state }) => kind === 'upload' && state === 'published').length,
    undone: imports.filter(({ undoneAt }) => undoneAt !== null).length,
  }
}

async function undoAndTidy(desk: Desk) {
  const { id } = (await listShown(desk))[0]!
  expect(await desk.undo(id)).toMatchObject({ state: 'published' })
}
