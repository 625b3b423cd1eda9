/** kill -9 of a real server while a file is checked, published, thrown away or undone: as before or as after. KILLS says how often. */
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import type { ImportDetail, ImportSummary } from '#contract/import.ts'
import { toCsv } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { countRemainsIn, NOTHING_LEFT } from '#test/import-remains.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { starterOf, type Server } from '#test/server.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const OFFERS = 400
const SHOPS = 40

const makeRow = (id: string, number: number, price: number) => ({
  external_id: id,
  title: `Rice packet ${id} at the counter`,
  shop: `Kade ${number % SHOPS}`,
  external_shop_id: String(number % SHOPS),
  address: `${number % SHOPS} Station Road`,
  latitude: String(6.8 + (price % 10) / 100),
  longitude: '79.86',
  category: 'Food',
  original_price: String(price),
})
/** Every file gives all offers a price and their shops a place, and has as many offers and a shop of its own. So many rows are spoilt. */
const makeFile = (price: number, spoilt = 0) =>
  toCsv(
    [
      ...Array.from({ length: OFFERS }, (_, number) => makeRow(`all-${number}`, number, price)),
      ...Array.from({ length: OFFERS }, (_, number) => ({
        ...makeRow(`own-${price}-${number}`, number, price),
        ...(number === 0 && OWN_SHOP(price)),
      })),
    ].map((row, number) => ({ ...row, discount: number < spoilt ? '900' : '' })),
  )
const SPOILT = 150
const MENDED = Array.from({ length: SPOILT }, (_, index) => ({ row: index + 2, cells: { discount: '' } }))
const OWN_SHOP = (price: number) => ({ shop: `Shop of ${price}`, external_shop_id: `own-${price}`, address: `${price} Own Road` })

/** `content` is a file, or what is sent as JSON. */
async function send<T>({ url, adminKey }: Server, method: string, call: string, content?: string | object): Promise<T> {
  const form = new FormData()
  if (typeof content === 'string') form.append('csv', new Blob([content], { type: 'text/csv' }), 'offers.csv')
  const isJson = typeof content === 'object'
  const response = await fetch(`${url}/api/v1/superadmin/dashboard/imports${call}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, ...(isJson && { 'content-type': 'application/json' }) },
    ...(content !== undefined && { body: isJson ? JSON.stringify(content) : form }),
  })
  const body = (await response.json()) as { data: T; message?: string }
  if (!response.ok) throw new Error(body.message)
  return body.data
}
async function follow(server: Server, id: string): Promise<ImportDetail> {
  for (;;) {
    const found = await send<ImportDetail>(server, 'GET', `/${id}`)
    if (found.state !== 'running') return found
    await sleep(10)
  }
}
/** It is gone at once, and its rows are cleared behind the answer. */
async function throwAway(server: Server, id: string) {
  await send(server, 'POST', `/${id}/cancel`)
  while ((await send<ImportDetail>(server, 'GET', `/${id}`)).finishedAt === null) await sleep(10)
}
const check = async (server: Server, price: number, spoilt = 0) =>
  follow(server, (await send<ImportSummary>(server, 'POST', '', makeFile(price, spoilt))).id)

/** Everything that shoppers see, to the letter. */
async function photograph({ url, readLog }: Server) {
  const read = async (call: string) => {
    try {
      const response = await fetch(`${url}/api/v1/${call}`)
      return ((await response.json()) as { data: { id: string }[] }).data.toSorted((a, b) => a.id.localeCompare(b.id))
    } catch (cause) {
      throw new Error(`${call} cannot be read:\n${readLog()}`, { cause })
    }
  }
  return JSON.stringify([await read('offers/all'), await read('shops')])
}

type World = { server: Server; price: number; waiting: string; latest: string }
type Act = {
  name: string
  /** What comes before the moment at which the server may be killed. */
  prepare?: (world: World) => Promise<void>
  run: (world: World) => Promise<unknown>
}
const ACTS: Act[] = [
  { name: 'check', run: ({ server, price }) => check(server, price) },
  {
    name: 'publish',
    prepare: async (world) => void (world.waiting = (await check(world.server, world.price)).id),
    run: ({ server, waiting }) => send(server, 'POST', `/${waiting}/publish`),
  },
  {
    name: 'undo',
    run: async ({ server, latest }) => follow(server, (await send<ImportSummary>(server, 'POST', `/${latest}/undo`)).id),
  },
  {
    name: 'mend',
    prepare: async (world) => void (world.waiting = (await check(world.server, world.price, SPOILT)).id),
    run: ({ server, waiting }) => send(server, 'POST', `/${waiting}/rows`, { rows: MENDED }),
  },
  {
    name: 'cancel',
    prepare: async (world) => void (world.waiting = (await send<ImportSummary>(world.server, 'POST', '', makeFile(world.price))).id),
    run: async ({ server, waiting }) => {
      await sleep(Math.random() * 300)
      await send(server, 'POST', `/${waiting}/cancel`)
      await follow(server, waiting)
    },
  },
]

/** How long each act takes that is let be, with what is tidied up behind it. */
async function timeActs(start: () => Promise<Server>, published: { id: string; before: string }[]) {
  const times: Record<string, number> = {}
  for (const [index, { name, prepare, run }] of ACTS.entries()) {
    const world = { server: await start(), price: 2 + index, waiting: '', latest: published.at(-1)!.id }
    const before = await photograph(world.server)
    await prepare?.(world)
    const begun = performance.now()
    await run(world)
    times[name] = (performance.now() - begun) * 1.1
    if (name === 'publish') published.push({ id: world.waiting, before })
    if (name === 'undo') expect(await photograph(world.server)).toBe(published.pop()!.before)
    await world.server.stop()
  }
  return times
}

test(
  `a server that is killed ${KILLS} times at its desk shows what it showed before or after, and the next one clears up`,
  { timeout: 240_000 + KILLS * 40_000 },
  async () => {
    const database = await createTestDatabase()
    const { directory, remove } = makeDataDirectory()
    const start = starterOf(database.url, directory)
    const outcomes: string[] = []
    try {
      const first = await start()
      const base = await check(first, 1)
      await send(first, 'POST', `/${base.id}/publish`)
      await first.stop()
      /** What shows, in the order of publishing, each with what showed before it. */
      const published = [{ id: base.id, before: '' }]
      const times = await timeActs(start, published)

      for (let round = 0; round < KILLS; round++) {
        // An undo needs something above the base.
        const act = published.length === 1 ? ACTS[1]! : ACTS[round % ACTS.length]!
        const world: World = { server: await start(), price: 100 + round, waiting: '', latest: published.at(-1)!.id }
        const before = await photograph(world.server)
        await act.prepare?.(world)
        const acting = act.run(world).catch(() => undefined)
        await sleep(Math.random() * times[act.name]!)
        await world.server.kill()
        await acting

        const next = await start()
        const after = await photograph(next)
        const where = `round ${round}, ${act.name}`
        const { data: imports } = (await (
          await fetch(`${next.url}/api/v1/superadmin/dashboard/imports`, { headers: { authorization: `Bearer ${next.adminKey}` } })
        ).json()) as { data: ImportSummary[] }
        expect(
          imports.filter(({ state }) => state === 'running'),
          where,
        ).toEqual([])
        const isUndone = imports.some(({ undoes, state }) => undoes === world.latest && state === 'published')
        const isPublished = imports.some(({ id, state }) => id === world.waiting && state === 'published')
        if (isUndone) expect(after, where).toBe(published.pop()!.before)
        else if (isPublished) {
          expect(JSON.parse(after)[0], where).toHaveLength(JSON.parse(before)[0].length + OFFERS)
          expect(after, where).toContain(`Rice packet own-${world.price}-`)
          published.push({ id: world.waiting, before })
        } else expect(after, where).toBe(before)
        // A file that was checked in time still waits, and can be thrown away.
        for (const { id, state } of imports) if (state === 'checked') await throwAway(next, id)
        await next.stop()
        expect((await countRemainsIn(database.url)).remains, where).toEqual(NOTHING_LEFT)
        outcomes.push(`${act.name} ${isUndone || isPublished ? 'done' : 'not done'}`)
      }
      // The last one works as the first did, and everything that shows can be undone.
      const server = await start()
      for (const { id, before } of published.slice(1).toReversed()) {
        expect(await follow(server, (await send<ImportSummary>(server, 'POST', `/${id}/undo`)).id)).toMatchObject({ state: 'published' })
        expect(await photograph(server)).toBe(before)
      }
      await server.stop()
      // Kills that all came too late or too early would prove nothing.
      if (KILLS >= 20) expect(new Set(outcomes).size, outcomes.join()).toBeGreaterThan(3)
    } finally {
      await database.drop()
      remove()
    }
  },
)
