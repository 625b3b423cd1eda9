/** An import of many rows through the call, what it takes, and what readers feel of it meanwhile. */
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { colombo } from '#contract/colombo.ts'
import type { ImportReport } from '#contract/import.ts'
import { OFFER_COLUMNS, type RawCells } from '#contract/offer-csv.ts'
import { wallTime } from '#contract/time.ts'
import { startServer, type Server } from '#test/server.ts'

import { makeUpCity } from '#tools/fill-city.ts'
import { prepareDataset, type Dataset, type Engine } from './dataset.ts'
import { Helper, readMemory } from './processes.ts'
import { describeSetting, judge, nameEngine, saveResult, type Run } from './report.ts'
import { slownessOf, timeIndex } from './slowness.ts'
import { readList, startAsking, type Asked } from './visitors.ts'

export const ROWS = 100_000
/** Of a hundred rows, so many are beyond use. */
export const DIRT = 5
/** Offers that are there before. */
export const BEFORE = 10_000
const SEED = 7
/** A reader comes so often, in milliseconds. */
export const EVERY = 20
const startReading = (url: string) => startAsking(EVERY, (i) => readList(url, i))
const IDLE = 8_000
const GOALS = { embedded: { seconds: 60, p95: 50 }, server: { seconds: 30, timesIdle: 4 }, megabytes: 300, wait: 300 } as const

export type ImportResult = {
  engine: Engine
  seconds: number
  /** Of this machine beside the one on which the goals were set, before and after. */
  slowness: number
  report: Omit<ImportReport, 'problems' | 'warnings'>
  idle: Asked
  during: Asked
  memory: { idle: number; most: number } | undefined
}

/** What people do to a row. */
const SPOILS: ((cells: RawCells) => RawCells)[] = [
  (cells) => ({ ...cells, title: '' }),
  (cells) => ({ ...cells, shop: '' }),
  (cells) => ({ ...cells, start_date: '31/2/2026' }),
  (cells) => ({ ...cells, start_date: '20/12/2026', end_date: '1/12/2026' }),
  (cells) => ({ ...cells, original_price: 'ask us' }),
  (cells) => ({ ...cells, discount: '150' }),
]

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A file as the field has them, of which a twentieth cannot be used. */
export async function writeOffers(file: string, rows: number, change: RawCells = {}) {
  const names = OFFER_COLUMNS.map(({ name }) => name)
  const { makeRow } = makeUpCity({
    seed: SEED,
    shops: Math.ceil(rows / 100),
    city: colombo,
    today: wallTime(Date.now(), colombo.timeZone).day,
  })
  const stream = createWriteStream(file)
  stream.write(`${names.join(',')}\n`)
  for (let row = 0; row < rows; row++) {
    const good = { ...makeRow(row), ...change }
    const cells = row % 100 < DIRT ? SPOILS[row % SPOILS.length]!(good) : good
    if (!stream.write(`${names.map((name) => quote(cells[name] ?? '')).join(',')}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

export function watchMemory(pid: number) {
  const first = readMemory(pid)
  let most = first ?? 0
  const timer = setInterval(() => (most = Math.max(most, readMemory(pid) ?? 0)), 50)
  return () => {
    clearInterval(timer)
    return first === undefined ? undefined : { idle: first, most }
  }
}

/** Sends the file from a process of its own: an operator and the shoppers do not share one. */
export async function postFile<T>({ url, adminKey }: Server, call: string, file: string): Promise<T> {
  const sender = new Helper('send-file.ts')
  try {
    return (await sender.ask<{ data: T }>({ url: `${url}/api/v1/superadmin/dashboard/${call}`, key: adminKey, file })).data
  } finally {
    await sender.end()
  }
}

async function measureOne(dataset: Dataset, file: string): Promise<ImportResult> {
  const before = await timeIndex(dataset)
  const measured = await measureServer(dataset, file)
  return { ...measured, slowness: slownessOf(dataset.engine, [...before, ...(await timeIndex(dataset))]) }
}

async function measureServer(dataset: Dataset, file: string): Promise<Omit<ImportResult, 'slowness'>> {
  const server = await startServer({ directory: dataset.variables['DATA_DIR']!, variables: dataset.variables })
  try {
    const stopWarming = startReading(server.url)
    await sleep(3_000)
    await stopWarming()
    const stopIdle = startReading(server.url)
    await sleep(IDLE)
    const idle = await stopIdle()
    const stopWatching = watchMemory(server.pid)
    const stopReading = startReading(server.url)
    const begun = performance.now()
    const { problems: _, warnings: __, ...report } = await postFile<ImportReport>(server, 'import/csv', file)
    const seconds = (performance.now() - begun) / 1000
    return { engine: dataset.engine, seconds, report, idle, during: await stopReading(), memory: stopWatching() }
  } finally {
    await server.stop()
  }
}

function toLines({ engine, seconds, slowness, report, idle, during, memory }: ImportResult): string[] {
  const goal = GOALS[engine]
  const grown = memory && memory.most - memory.idle
  const show = (reads: Asked) => `${reads.p50.toFixed(1)} / ${reads.p95.toFixed(1)} / ${reads.max.toFixed(0)} ms`
  return [
    `| rows: new, refused | ${report.created.toLocaleString('en')}, ${report.refused.toLocaleString('en')} of ${report.rows.toLocaleString('en')} | ${((ROWS * DIRT) / 100).toLocaleString('en')} refused: ${judge(report.refused === (ROWS * DIRT) / 100)} |`,
    `| this machine, beside the one of the goals | × ${slowness.toFixed(1)} | |`,
    `| time | ${seconds.toFixed(1)} s | < ${goal.seconds} s: ${judge(seconds < goal.seconds)} |`,
    `| time there, by that | ${(seconds / slowness).toFixed(1)} s | < ${goal.seconds} s: ${judge(seconds / slowness < goal.seconds)} |`,
    `| memory above idle | ${grown === undefined ? '–' : `${grown.toFixed(0)} MB`} | ${grown === undefined ? '' : `< ${GOALS.megabytes} MB: ${judge(grown < GOALS.megabytes)}`} |`,
    `| list while idle, p50 / p95 / max | ${show(idle)} | |`,
    `| list meanwhile, p50 / p95 / max | ${show(during)} | ${'p95' in goal ? `p95 < ${goal.p95} ms: ${judge(during.p95 < goal.p95)}` : `p95 ≤ ${goal.timesIdle} × idle: ${judge(during.p95 <= goal.timesIdle * idle.p95)}`}, max < ${GOALS.wait} ms: ${judge(during.max < GOALS.wait)} |`,
    `| reads meanwhile, failed | ${during.count.toLocaleString('en')}, ${during.failures} | 0: ${judge(during.failures === 0)} |`,
  ]
}

export async function measureImport({ engines, serverUrl, command, isDry, say }: Run) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kade-bench-'))
  const file = path.join(folder, 'offers.csv')
  const versions: Record<string, string> = {}
  const results: ImportResult[] = []
  try {
    await writeOffers(file, ROWS)
    for (const engine of engines) {
      say(`${engine}: an import of ${ROWS.toLocaleString('en')} rows beside ${BEFORE.toLocaleString('en')} offers`)
      const dataset = await prepareDataset(engine, BEFORE, serverUrl, { isFresh: true })
      versions[engine] = dataset.version
      try {
        const result = await measureOne(dataset, file)
        results.push(result)
        for (const line of toLines(result)) say(line)
      } finally {
        await dataset.drop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (isDry) return
  const tables = results.map(
    (result) => `## ${nameEngine(result.engine)}\n\n| | | goal |\n| --- | ---: | --- |\n${toLines(result).join('\n')}`,
  )
  saveResult(
    'import',
    `# An import of ${ROWS.toLocaleString('en')} rows beside ${BEFORE.toLocaleString('en')} offers\n\n${describeSetting({ command, versions })}\n\n${tables.join('\n\n')}\n`,
    { date: new Date().toISOString(), command, versions, results },
  )
}
