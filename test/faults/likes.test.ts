/**
 * kill -9 of a real server again and again while fifty connections like and unlike: whatever was acknowledged is there once, and whatever
 * else is there was in flight when a kill came. WRITES says how many are acknowledged, KILLS how often it is killed.
 */
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, inject, test } from 'vitest'

import type { Action } from '#contract/interaction.ts'
import type { Offer } from '#contract/offer.ts'
import { openPool } from '#db/connection.ts'
import { toCsv, toMultipart } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { interactionOf } from '#test/interactions.ts'
import { makeDataDirectory } from '#test/data-directory.ts'
import { startServer, type Server } from '#test/server.ts'

const WRITES = Number(process.env['WRITES'] ?? 1_000)
const KILLS = Number(process.env['KILLS'] ?? 6)
const ACCOUNTS = 25
/** Two connections of each account, each with half of the offers: what one of them knows of its offers nobody else changes. */
const CONNECTIONS = 50
const OFFERS = 20

type Account = { id: string; token: string }
/** One attempt, which says in the log which one it was. `unanswered`: nobody knows. */
type Write = { name: string; account: string; offer: string; action: Action; end: 'done' | 'refused' | 'unanswered' }

const postJson = (url: string, body: object, token?: string) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(10_000),
  })

async function prepare({ url, adminKey }: Server) {
  const rows = Array.from({ length: OFFERS }, (_, i) => ({ title: `Rice packet ${i}`, shop: `Kade ${i % 4}`, category: 'Food' }))
  const { headers, payload } = toMultipart(toCsv(rows))
  const imported = await fetch(`${url}/api/v1/superadmin/dashboard/import/csv`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, authorization: `Bearer ${adminKey}` },
  })
  if (!imported.ok) throw new Error(await imported.text())
  const { data } = (await (await fetch(`${url}/api/v1/offers/all`)).json()) as { data: Offer[] }
  const accounts: Account[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const person = { name: 'A Shopper', email: `shopper${i}@post.example`, phone: '0112345678', password: 'correct horse' }
    const response = await postJson(`${url}/api/v1/consumer/signup`, person)
    const { user, token } = (await response.json()) as { user: { id: string }; token: string }
    accounts.push({ id: user.id, token })
  }
  return { accounts, offers: data.map(({ id }) => id) }
}

/** The server that runs just now, or the one that will. */
type Running = { server: Promise<Server>; acknowledged: number; isOver: boolean }

/** One connection: likes and unlikes its offers, one after the other, and asks the same again where nobody answered. */
async function work(running: Running, connection: number, { id, token }: Account, offers: string[]) {
  const writes: Write[] = []
  const liked = new Set<string>()
  for (let i = 0; !running.isOver; i++) {
    const offer = offers[Math.floor(Math.random() * offers.length)]!
    const action: Action = liked.has(offer) ? 'REMOVE' : 'ADD'
    for (let attempt = 0; ; attempt++) {
      const write: Write = { name: `${connection}/${i}/${attempt}`, account: id, offer, action, end: 'unanswered' }
      const record = {
        ...interactionOf('OFFER_LIKE', offer, { userId: id, action }),
        metadata: { location: null, deviceInfo: write.name, platform: null },
      }
      const { url } = await running.server
      writes.push(write)
      const response = await postJson(`${url}/api/v1/interactions`, record, token).catch(() => undefined)
      const status =
        response &&
        (await response.arrayBuffer().then(
          () => response.status,
          () => undefined,
        ))
      // Nobody was there: the next server is on its way.
      if (status === undefined) {
        await sleep(20)
        continue
      }
      write.end = status === 200 ? 'done' : 'refused'
      // Refused is only what an attempt without an answer has done already.
      if (status !== 200 && (attempt === 0 || status !== (action === 'ADD' ? 409 : 404)))
        throw new Error(`${write.name} ${action} was answered ${status}`)
      break
    }
    if (action === 'ADD') liked.add(offer)
    else liked.delete(offer)
    running.acknowledged += 1
    if (running.acknowledged >= WRITES) running.isOver = true
  }
  return { writes, liked: [...liked].map((offer) => `${id} ${offer}`) }
}

/** Kills the server at random moments of the work, and starts it anew each time. */
async function killAgainAndAgain(running: Running, start: () => Promise<Server>) {
  const moments = Array.from({ length: KILLS }, () => Math.random() * WRITES * 0.95).toSorted((a, b) => a - b)
  for (const moment of moments) {
    while (running.acknowledged < moment && !running.isOver) await sleep(1)
    if (running.isOver) return
    const server = await running.server
    await sleep(Math.random() * 20)
    let open: (server: Promise<Server>) => void = () => {}
    running.server = new Promise((resolve) => (open = resolve))
    await server.kill()
    open(start())
    await running.server
  }
}

type Logged = { name: string; account: string; offer: string; action: Action }
async function readDatabase(url: string) {
  const pool = await openPool(url)
  try {
    const log = await pool.query('select device as name, consumer_id as account, target_id as offer, action from interaction order by id')
    const likes = await pool.query(`select consumer_id || ' ' || offer_id as "like" from liked_offer`)
    return { log: log.rows as Logged[], likes: likes.rows.map((row) => String(row['like'])) }
  } finally {
    await pool.end()
  }
}

/** What is wrong with what is left, in words. */
function findFaults(writes: Write[], log: Logged[]) {
  const faults: string[] = []
  const times = new Map<string, number>()
  for (const { name } of log) times.set(name, (times.get(name) ?? 0) + 1)
  const known = new Map(writes.map((write) => [write.name, write]))
  for (const { name, end } of writes) {
    const count = times.get(name) ?? 0
    if (end === 'done' && count !== 1) faults.push(`${name} was acknowledged and is there ${count} times`)
    if (end === 'refused' && count !== 0) faults.push(`${name} was refused and is there`)
    if (count > 1) faults.push(`${name} is there ${count} times`)
  }
  for (const { name, account, offer, action } of log) {
    const write = known.get(name)
    if (write?.account !== account || write.offer !== offer || write.action !== action) faults.push(`${name} is something else`)
  }
  return faults
}

/** Likes as they follow from the log: of each offer and account every second step is a like. */
function replay(log: Logged[]) {
  const likes = new Set<string>()
  for (const { name, account, offer, action } of log) {
    const like = `${account} ${offer}`
    if (likes.has(like) !== (action === 'REMOVE')) throw new Error(`${name} ${action} does not follow from what was there before`)
    if (action === 'ADD') likes.add(like)
    else likes.delete(like)
  }
  return [...likes]
}

test(
  `${WRITES} likes and unlikes of ${CONNECTIONS} connections over ${KILLS} kills: none that was acknowledged is lost or doubled`,
  { timeout: 120_000 + WRITES * 50 + KILLS * 30_000 },
  async () => {
    const database = await createTestDatabase()
    const { directory, remove } = makeDataDirectory()
    const isServer = inject('template').engine === 'server'
    const start = () =>
      startServer({
        directory: isServer ? directory : database.url,
        variables: isServer ? { DATABASE_URL: database.url } : {},
      })
    const running: Running = { server: start(), acknowledged: 0, isOver: false }
    try {
      const { accounts, offers } = await prepare(await running.server)
      const connections = Array.from({ length: CONNECTIONS }, (_, i) => {
        const half = offers.filter((_offer, index) => index % 2 === Math.floor(i / ACCOUNTS))
        return work(running, i, accounts[i % ACCOUNTS]!, half)
      })
      const [ends] = await Promise.all([Promise.all(connections), killAgainAndAgain(running, start)])
      await (await running.server).stop()

      const writes = ends.flatMap((one) => one.writes)
      const { log, likes } = await readDatabase(database.url)
      expect(findFaults(writes, log)).toEqual([])
      expect(replay(log).toSorted()).toEqual(likes.toSorted())
      // What each connection believes, with the answers that it got, is so.
      expect(ends.flatMap((one) => one.liked).toSorted()).toEqual(likes.toSorted())
      // Kills that caught nobody at work would prove nothing.
      const unanswered = writes.filter(({ end }) => end === 'unanswered')
      expect(unanswered.length).toBeGreaterThan(KILLS)
      expect(writes.filter(({ end }) => end !== 'unanswered').length).toBeGreaterThanOrEqual(WRITES)
    } finally {
      running.isOver = true
      await running.server.then((server) => server.kill())
      await database.drop()
      remove()
    }
  },
)
