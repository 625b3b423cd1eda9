/** kill -9 of a real server at random moments of an import: nothing of it or all of it. KILLS says how often. */
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { Offer } from '#contract/offer.ts'
import { toCsv } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { countRemainsIn, NOTHING_LEFT } from '#test/import-remains.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { starterOf, type Server } from '#test/server.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const UNTOUCHED = 200
const CHANGED = 1_000
/** What each import adds that no other had. */
const ADDED = 300
const SHOPS = 40

type Prices = { untouched: string; changed: Set<number>; added: Map<string, number> }

const makeRow = (id: string, number: number, price: number) => ({
  external_id: id,
  title: `Rice packet ${id} at the counter`,
  shop: `Kade ${number % SHOPS}`,
  address: `${number % SHOPS} Station Road`,
  category: 'Food',
  tags: 'lunch|takeaway',
  original_price: String(price),
})
const makeRows = (name: string, count: number, price: number) =>
  Array.from({ length: count }, (_, number) => makeRow(`${name}-${number}`, number, price))
/** The file of one round: everything that may change has the round's number for its price, and some offers are its own. */
const makeRound = (round: number) => toCsv([...makeRows('changed', CHANGED, round), ...makeRows(`round${round}`, ADDED, round)])

async function importFile({ url, adminKey }: Server, csv: string) {
  const form = new FormData()
  form.append('csv', new Blob([csv], { type: 'text/csv' }), 'offers.csv')
  const response = await fetch(`${url}/api/v1/superadmin/dashboard/import/csv`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${adminKey}` },
  })
  if (!response.ok) throw new Error(await response.text())
}

/** What a reader sees: the untouched offers to the letter, the prices of the others, and how many each round has added. */
async function readPrices({ url }: Server): Promise<Prices> {
  const response = await fetch(`${url}/api/v1/offers/all`)
  const { data } = (await response.json()) as { data: Offer[] }
  const named = (name: string) => data.filter((offer) => offer.title.startsWith(`Rice packet ${name}`))
  const changed = named('changed-')
  expect(changed).toHaveLength(CHANGED)
  const added = new Map<string, number>()
  for (const { title } of named('round')) {
    const round = title.split(' ')[2]!.split('-')[0]!
    added.set(round, (added.get(round) ?? 0) + 1)
  }
  const untouched = named('untouched-').toSorted((a, b) => a.id.localeCompare(b.id))
  expect(untouched).toHaveLength(UNTOUCHED)
  return { untouched: JSON.stringify(untouched), changed: new Set(changed.map((offer) => offer.originalPrice ?? 0)), added }
}

test(
  `an import that is killed ${KILLS} times leaves nothing or all of itself, and the next start clears up`,
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    const database = await createTestDatabase()
    const { directory, remove } = makeDataDirectory()
    const start = starterOf(database.url, directory)
    try {
      const first = await start()
      await importFile(first, toCsv(makeRows('untouched', UNTOUCHED, 7)))
      await importFile(first, makeRound(0))
      const begun = performance.now()
      await importFile(first, makeRound(1))
      const whole = performance.now() - begun
      let before = await readPrices(first)
      await first.stop()

      for (let round = 2; round < 2 + KILLS; round++) {
        const server = await start()
        const importing = importFile(server, makeRound(round)).then(
          () => true,
          () => false,
        )
        await sleep(Math.random() * whole)
        await server.kill()
        const isAnswered = await importing

        const next = await start()
        const after = await readPrices(next)
        await next.stop()
        const isIn = after.changed.has(round)
        if (isAnswered) expect(isIn, 'an import that was answered is in').toBe(true)
        const all: Prices = { ...before, changed: new Set([round]), added: new Map([...before.added, [`round${round}`, ADDED]]) }
        expect(after, `round ${round}`).toEqual(isIn ? all : before)
        expect((await countRemainsIn(database.url)).remains, `round ${round}`).toEqual(NOTHING_LEFT)
        before = after
      }
      // Kills that all came before or after the writing would prove nothing.
      expect((await countRemainsIn(database.url)).abandoned).toBeGreaterThan(KILLS / 4)
    } finally {
      await database.drop()
      remove()
    }
  },
)
