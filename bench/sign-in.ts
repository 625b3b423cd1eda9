/** What readers feel of shoppers who sign in, which takes a processor much longer than a list does. */
import { setTimeout as sleep } from 'node:timers/promises'

import { startServer } from '#test/server.ts'

import { prepareDataset, type Engine } from './dataset.ts'
import { median } from './load.ts'
import { describeSetting, judge, nameEngine, saveResult, type Run } from './report.ts'
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
type SignInResult = { engine: Engine; rounds: Round[] }

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

export async function measureSignIn({ engines, serverUrl, command, isDry, say }: Run) {
  const versions: Record<string, string> = {}
  const results: SignInResult[] = []
  for (const engine of engines) {
    say(`${engine}: ${READS_A_SECOND} lists a second, and ${SIGN_INS_A_SECOND} sign-ins beside them, ${ROUNDS} times in turn`)
    const dataset = await prepareDataset(engine, OFFERS, serverUrl, { isFresh: true })
    versions[engine] = dataset.version
    const server = await startServer({ directory: dataset.variables['DATA_DIR']!, variables: { ...dataset.variables, DEMO: '0' } })
    try {
      const result = { engine, rounds: await measureRounds(server.url) }
      results.push(result)
      for (const line of toLines(result)) say(line)
    } finally {
      await server.stop()
      await dataset.drop()
    }
  }
  if (isDry) return
  const tables = results.map((result) => {
    const title = nameEngine(result.engine)
    return `## ${title}\n\n| | median of ${ROUNDS} | goal |\n| --- | ---: | --- |\n${toLines(result).join('\n')}`
  })
  saveResult(
    'sign-in',
    `# Lists beside sign-ins, ${OFFERS.toLocaleString('en')} offers\n\n${describeSetting({ command, versions })}\n\n${tables.join('\n\n')}\n`,
    { date: new Date().toISOString(), command, versions, results },
  )
}
