/** What a click costs the reader of an offer, and whether clicks on an offer that everyone looks at wait for each other. */
import { setTimeout as sleep } from 'node:timers/promises'

import { interactionOf } from '#test/interactions.ts'
import { startServer } from '#test/server.ts'
import { openPool } from '#db/connection.ts'

import type { Dataset } from './dataset.ts'
import { measureEngines } from './engines.ts'
import { median } from './load.ts'
import { judge, type Run } from './report.ts'
import { startAsking, type Asked } from './visitors.ts'

const OFFERS = 10_000
const ROUNDS = 5
const SECONDS = 8
const VIEWS_A_SECOND = 100
const CLICKS_A_SECOND = 200
/** Milliseconds that a click may add to the median of a detail call. */
const GOAL_ADDED = 1
/** Of the p95 of clicks on one offer and on many. */
const GOAL_ONE = 1.5

type Round = { alone: Asked; beside: Asked; clicks: Asked; onMany: Asked; onOne: Asked }
type ClicksResult = { rounds: Round[]; sent: number; counted: number }

/** Asks one or several things at their paces for some seconds. */
async function askFor<T extends (() => Promise<Asked>)[]>(...stops: T): Promise<{ [K in keyof T]: Asked }> {
  await sleep(SECONDS * 1000)
  return (await Promise.all(stops.map((stop) => stop()))) as { [K in keyof T]: Asked }
}

async function measureRounds(url: string, ids: string[]) {
  let visitors = 0
  /** A click of somebody who has not been here before: other browsers of one address are other visitors. */
  const click = (id: string) =>
    fetch(`${url}/api/v1/interactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `visitor ${visitors++}` },
      body: JSON.stringify(interactionOf('OFFER_CLICK', id)),
    })
  let views = 0
  const idOf = (i: number) => ids[i % ids.length]!
  const startViews = () => startAsking(1000 / VIEWS_A_SECOND, (i) => fetch(`${url}/api/v1/offers/${idOf(i)}?_=${views++}`))
  const startClicks = (perSecond: number, pick: (i: number) => string) => startAsking(1000 / perSecond, (i) => click(pick(i)))

  const rounds: Round[] = []
  // The first warms everything up.
  for (let round = 0; round <= ROUNDS; round++) {
    const [alone] = await askFor(startViews())
    const [beside, clicks] = await askFor(startViews(), startClicks(VIEWS_A_SECOND, idOf))
    const [onMany] = await askFor(startClicks(CLICKS_A_SECOND, idOf))
    const [onOne] = await askFor(startClicks(CLICKS_A_SECOND, () => ids[0]!))
    rounds.push({ alone, beside, clicks, onMany, onOne })
  }
  return { rounds: rounds.slice(1), sent: visitors }
}

async function measureServer({ variables, sample }: Dataset) {
  const server = await startServer({ directory: variables['DATA_DIR']!, variables })
  try {
    return await measureRounds(server.url, sample.ids)
  } finally {
    await server.stop()
  }
}

/** All clicks that the database knows of: those that are added up, and those that will be. */
async function readClicks({ variables }: Dataset) {
  const pool = await openPool(variables['DATABASE_URL'] ?? variables['DATA_DIR']!, { patience: 60_000, connections: 1 })
  try {
    const { rows } = await pool.query('select (select sum(clicks) from offer) + (select count(*) from click) as clicks')
    return Number(rows[0]?.['clicks'])
  } finally {
    await pool.end()
  }
}

function toLines({ rounds, sent, counted }: ClicksResult): string[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const show = (pick: (round: Round) => Asked) => `${of((r) => pick(r).p50).toFixed(1)} / ${of((r) => pick(r).p95).toFixed(1)} ms`
  // Of each round by itself: the machine may be slower in the next.
  const added = of((round) => round.beside.p50 - round.alone.p50)
  const ratio = of((round) => round.onOne.p95 / round.onMany.p95)
  const failures = rounds.flatMap((round) => Object.values(round)).reduce((sum, asked) => sum + asked.failures, 0)
  return [
    `| detail alone, ${VIEWS_A_SECOND} a second, p50 / p95 | ${show((round) => round.alone)} | |`,
    `| detail with a click of each visitor, p50 / p95 | ${show((round) => round.beside)} | p50 + ${GOAL_ADDED} ms at most: ${added.toFixed(2)} ms, ${judge(added < GOAL_ADDED)} |`,
    `| the click beside it, p50 / p95 | ${show((round) => round.clicks)} | |`,
    `| a click, ${CLICKS_A_SECOND} a second on many offers, p50 / p95 | ${show((round) => round.onMany)} | |`,
    `| a click, ${CLICKS_A_SECOND} a second on one offer, p50 / p95 | ${show((round) => round.onOne)} | p95 ≤ ${GOAL_ONE} × many: ${ratio.toFixed(2)}, ${judge(ratio <= GOAL_ONE)} |`,
    `| failed | ${failures} | 0: ${judge(failures === 0)} |`,
    `| clicks that were counted | ${counted} of ${sent} | all: ${judge(counted === sent)} |`,
  ]
}

export const measureClicks = (run: Run) =>
  measureEngines<ClicksResult>(run, {
    name: 'clicks',
    title: 'Clicks',
    about: `${VIEWS_A_SECOND} views a second with clicks and without, ${CLICKS_A_SECOND} clicks a second`,
    offers: OFFERS,
    rounds: ROUNDS,
    measure: async (dataset) => {
      const before = await readClicks(dataset)
      const measured = await measureServer(dataset)
      return { ...measured, counted: (await readClicks(dataset)) - before }
    },
    toLines,
  })
