import { expect, test } from 'vitest'

import { openTestApp } from '#test/app.ts'
import { createTotals, PATIENCE } from './keep-totals.ts'

/** Totals of one question, whose count is answered by hand. */
async function openTotals() {
  const { context, clock } = await openTestApp()
  const totals = createTotals(context)
  const counts: { resolve: (count: number) => void; reject: (error: Error) => void }[] = []
  const count = () => new Promise<number>((resolve, reject) => counts.push({ resolve, reject }))
  const pass = (seconds: number) => clock.set(new Date(clock.now() + seconds * 1000).toISOString())
  const change = () => context.onCatalogueChange.forEach((listener) => listener())
  return { ask: async () => (await totals.count({ category: 'Food' }, count)).total, counts, pass, change }
}
/** What was answered is taken over a little later. */
const settle = () => new Promise(setImmediate)

test('who asks for a total that is old gets it at once, while one counts anew for those that follow', async () => {
  const { ask, counts, pass } = await openTotals()
  const first = [ask(), ask()]
  expect(counts).toHaveLength(1)
  counts[0]!.resolve(7)
  expect(await Promise.all(first)).toEqual([7, 7])
  pass(11)
  expect([await ask(), await ask(), counts.length]).toEqual([7, 7, 2])
  counts[1]!.resolve(6)
  await settle()
  expect([await ask(), counts.length]).toEqual([6, 2])
})

test('a count that fails is tried again by the next who asks, and none serves for longer than counters may be old', async () => {
  const { ask, counts, pass } = await openTotals()
  const first = ask()
  counts[0]!.resolve(7)
  await first
  pass(11)
  expect(await ask()).toBe(7)
  counts[1]!.reject(new Error('the database is away'))
  await settle()
  expect([await ask(), counts.length]).toEqual([7, 3])
  pass(40)
  const waiting = ask()
  counts.at(-1)!.resolve(5)
  expect(await waiting).toBe(5)
})

test('when the catalogue changes a total is counted before it is told, unless that takes long', async () => {
  const { ask, counts, pass, change } = await openTotals()
  const first = ask()
  counts[0]!.resolve(7)
  await first
  pass(11)
  await ask()
  change()
  const waiting = ask()
  counts[2]!.resolve(9)
  expect(await waiting).toBe(9)
  // Counted of before the change.
  counts[1]!.resolve(6)
  await settle()
  expect(await ask()).toBe(9)
  change()
  const begun = performance.now()
  expect(await ask()).toBe(9)
  expect(performance.now() - begun).toBeGreaterThan(PATIENCE - 5)
  counts[3]!.resolve(12)
  await settle()
  expect([await ask(), counts.length]).toEqual([12, 4])
})
