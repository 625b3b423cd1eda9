/** What readers feel of shoppers who sign in, which takes a processor much longer than a list does. */
import { setTimeout as sleep } from 'node:timers/promises'

import { startServer } from '#test/server.ts'

import { measureEngines } from './engines.ts'
import { median } from './load.ts'
import { judge, type Run } from './report.ts'
import { readList, startAsking, type Asked } from './visitors.ts'

const OFFERS = 10_000
const ROUNDS = 5
const SECONDS = 8
const READS_A_SECOND = 100
const SIGN_INS_A_SECOND = 20
const ACCOUNTS = 20
/** Of the list's p95 beside them and without. */
const GOAL = 1.5

type Round = { alone: Asked; beside: Asked; signIns: Asked }
type SignInResult = { rounds: Round[] }

const person = (i: number) => ({ email: `shopper${i % ACCOUNTS}@post.example`, password: 'correct horse' })
const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function measureRounds(url: string): Promise<Round[]> {
  for (let i = 0; i < ACCOUNTS; i++) {
    const response = await post(`${url}/api/v1/consumer/signup`, { ...person(i), name: 'A Shopper', phone: '0112345678' })
    if (!response.ok) throw new Error(await response.text())
  }
  const startReading = () => startAsking(1000 / READS_A_SECOND, (i) => readList(url, i))
  const rounds: Round[] = []
  // The first warms everything up.
  for (let round = 0; round <= ROUNDS; round++) {
    const stopReadingAlone = startReading()
    await sleep(SECONDS * 1000)
    const alone = await stopReadingAlone()
    const stopSigningIn = startAsking(1000 / SIGN_INS_A_SECOND, (i) => post(`${url}/api/v1/consumer/signin`, person(i)))
    const stopReadingBeside = startReading()
    await sleep(SECONDS * 1000)
    const [beside, signIns] = await Promise.all([stopReadingBeside(), stopSigningIn()])
    rounds.push({ alone, beside, signIns })
  }
  return rounds.slice(1)
}

function toLines({ rounds }: SignInResult): string[] {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  const show = (pick: (round: Round) => Asked) => `${of((r) => pick(r).p50).toFixed(1)} / ${of((r) => pick(r).p95).toFixed(1)}`
  const ratio = of((round) => round.beside.p95) / of((round) => round.alone.p95)
  const failures = rounds.reduce((sum, { alone, beside, signIns }) => sum + alone.failures + beside.failures + signIns.failures, 0)
  return [
    `| list alone, p50 / p95 | ${show((round) => round.alone)} ms | |`,
    `| list beside ${SIGN_INS_A_SECOND} sign-ins a second, p50 / p95 | ${show((round) => round.beside)} ms | p95 ≤ ${GOAL} × alone: ${ratio.toFixed(2)}, ${judge(ratio <= GOAL)} |`,
    `| a sign-in, p50 / p95 | ${show((round) => round.signIns)} ms | |`,
    `| failed | ${failures} | 0: ${judge(failures === 0)} |`,
  ]
}

export const measureSignIn = (run: Run) =>
  measureEngines<SignInResult>(run, {
    name: 'sign-in',
    title: 'Lists beside sign-ins',
    about: `${READS_A_SECOND} lists a second, and ${SIGN_INS_A_SECOND} sign-ins beside them`,
    offers: OFFERS,
    rounds: ROUNDS,
    measure: async ({ variables }) => {
      const server = await startServer({ directory: variables['DATA_DIR']!, variables })
      try {
        return { rounds: await measureRounds(server.url) }
      } finally {
        await server.stop()
      }
    },
    toLines,
  })
