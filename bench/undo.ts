/** Imports in two steps and their undo: what each step takes, and what readers feel of it. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { ImportDetail, ImportSummary } from '#contract/import.ts'
import { startServer, type Server } from '#test/server.ts'

import { prepareDataset, type Dataset, type Engine } from './dataset.ts'
import { BEFORE, EVERY, postFile, watchMemory, writeOffers } from './import.ts'
import { describeSetting, judge, nameEngine, saveResult, type Run } from './report.ts'
import { readList, startAsking, type Asked } from './visitors.ts'

const ROWS = { server: 1_000_000, embedded: 100_000 } as const
const WARM = 3_000
const IDLE = 8_000
const GOALS = { megabytes: 300, wait: 300, embedded: { p95: 50 }, server: { timesIdle: 4 } } as const

/** Each order walks an index of its own past what an import or an undo has left in it. */
const SORTS = ['ending', 'newest', 'discount']
const startReading = (url: string) => startAsking(EVERY, (i) => readList(url, i, `&sort=${SORTS[i % SORTS.length]}`))

type Step = { name: string; seconds: number; took: string; reads: Asked; memory: { idle: number; most: number } | undefined }
export type UndoResult = { engine: Engine; rows: number; idle: Asked; steps: Step[] }

async function ask<T>({ url, adminKey }: Server, method: string, call: string): Promise<T> {
  const response = await fetch(`${url}/api/v1/superadmin/dashboard/imports${call}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}` },
  })
  const { data, message, code } = (await response.json()) as { data: T; message?: string; code?: string }
  if (!response.ok) throw Object.assign(new Error(message), { code })
  return data
}

async function follow(server: Server, id: string): Promise<ImportDetail> {
  for (;;) {
    const found = await ask<ImportDetail>(server, 'GET', `/${id}`)
    if (found.state !== 'running') return found
    await sleep(100)
  }
}

/** Readers feel a publish in the seconds after it, when what it has replaced is put away: so long, in milliseconds, they are asked at least. */
const AFTER_PUBLISH = 10_000

/** Runs a step beside a reader, who stays for a while where it shows something new. `work` says what came of it. */
async function measureStep(server: Server, name: string, work: () => Promise<string>, { shows }: { shows: boolean }): Promise<Step> {
  const stopWatching = watchMemory(server.pid)
  const stopReading = startReading(server.url)
  const begun = performance.now()
  const took = await work()
  const seconds = (performance.now() - begun) / 1000
  if (shows) await sleep(AFTER_PUBLISH)
  return { name, seconds, took, reads: await stopReading(), memory: stopWatching() }
}

/** A publish may answer later than fetch waits, so it is followed as well. */
async function publish(server: Server, id: string) {
  await ask(server, 'POST', `/${id}/publish`).catch(async (error: unknown) => {
    if ((await follow(server, id)).state !== 'published') throw error
  })
  return 'published'
}

/** The one before shows, and is still being tidied up. */
async function beginUndo(server: Server, id: string): Promise<ImportSummary> {
  for (;;) {
    try {
      return await ask<ImportSummary>(server, 'POST', `/${id}/undo`)
    } catch (error) {
      if ((error as { code?: string }).code !== 'import_running') throw error
      await sleep(500)
    }
  }
}

const describe = ({ state, failure, counts }: ImportDetail) => {
  if (failure !== null) throw new Error(failure)
  const { created, changed, refused } = counts!
  return `${state}: ${created.toLocaleString('en')} new, ${changed.toLocaleString('en')} changed, ${refused.toLocaleString('en')} refused`
}

async function measureOne(dataset: Dataset, files: string[]): Promise<Pick<UndoResult, 'idle' | 'steps'>> {
  const server = await startServer({
    directory: dataset.variables['DATA_DIR']!,
    variables: { ...dataset.variables, IMPORT_MAX_MB: '2000' },
  })
  try {
    const stopWarming = startReading(server.url)
    await sleep(WARM)
    await stopWarming()
    const stopIdle = startReading(server.url)
    await sleep(IDLE)
    const idle = await stopIdle()
    const steps: Step[] = []
    const imports: string[] = []
    for (const [index, file] of files.entries()) {
      const what = index === 0 ? 'new offers' : 'the same, changed'
      let id = ''
      const check = async () => {
        id = (await postFile<ImportSummary>(server, 'imports', file)).id
        return describe(await follow(server, id))
      }
      steps.push(await measureStep(server, `check ${what}`, check, { shows: false }))
      steps.push(await measureStep(server, `publish ${what}`, () => publish(server, id), { shows: true }))
      imports.push(id)
    }
    for (const id of imports.toReversed()) {
      const undo = async () => {
        const found = await follow(server, (await beginUndo(server, id)).id)
        return found.report?.undo?.message ?? describe(found)
      }
      steps.push(await measureStep(server, `undo ${id === imports[0] ? 'new offers' : 'the same, changed'}`, undo, { shows: true }))
    }
    return { idle, steps }
  } catch (error) {
    throw new Error(server.readLog(), { cause: error })
  } finally {
    await server.stop()
  }
}

function toLines({ engine, idle, steps }: UndoResult): string[] {
  const goal = GOALS[engine]
  const show = (reads: Asked) => `${reads.p50.toFixed(1)} / ${reads.p95.toFixed(1)} / ${reads.max.toFixed(0)} ms`
  const limit = 'p95' in goal ? goal.p95 : goal.timesIdle * idle.p95
  return [
    `| idle | | | ${show(idle)} | | |`,
    ...steps.map(({ name, seconds, took, reads, memory }) => {
      const grown = memory === undefined ? undefined : memory.most - memory.idle
      const isGood =
        reads.p95 <= limit && reads.max < GOALS.wait && reads.failures === 0 && (grown === undefined || grown < GOALS.megabytes)
      return `| ${name} | ${seconds.toFixed(1)} s | ${grown === undefined ? '–' : `${grown.toFixed(0)} MB`} | ${show(reads)} | ${took} | ${judge(isGood)} |`
    }),
  ]
}

export async function measureUndo({ engines, serverUrl, command, isDry, rows: asked, say }: Run) {
  const versions: Record<string, string> = {}
  const results: UndoResult[] = []
  for (const engine of engines) {
    const rows = asked ?? ROWS[engine]
    const folder = mkdtempSync(path.join(os.tmpdir(), 'kade-bench-'))
    const files = [path.join(folder, 'new.csv'), path.join(folder, 'changed.csv')]
    say(`${engine}: ${rows.toLocaleString('en')} rows in two steps and their undo, beside ${BEFORE.toLocaleString('en')} offers`)
    const dataset = await prepareDataset(engine, BEFORE, serverUrl, { isFresh: true })
    versions[engine] = dataset.version
    try {
      await writeOffers(files[0]!, rows)
      await writeOffers(files[1]!, rows, { usage_limit: '7' })
      const result = { engine, rows, ...(await measureOne(dataset, files)) }
      results.push(result)
      for (const line of toLines(result)) say(line)
    } finally {
      await dataset.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  if (isDry) return
  const head = '| | time | memory above its beginning | list, p50 / p95 / max | | goal |\n| --- | ---: | ---: | ---: | --- | --- |'
  const tables = results.map(
    (result) => `## ${nameEngine(result.engine)}, ${result.rows.toLocaleString('en')} rows\n\n${head}\n${toLines(result).join('\n')}`,
  )
  const goals = `Goal of each step: less than ${GOALS.megabytes} MB, no list slower than ${GOALS.wait} ms and none that fails; p95 at most ${GOALS.embedded.p95} ms on PGlite, ${GOALS.server.timesIdle} times idle on PostgreSQL. What shows something new is read for ${AFTER_PUBLISH / 1000} s longer.`
  saveResult(
    'undo',
    `# Imports in two steps and their undo\n\n${describeSetting({ command, versions })}\n\n${goals}\n\n${tables.join('\n\n')}\n`,
    {
      date: new Date().toISOString(),
      command,
      versions,
      results,
    },
  )
}
