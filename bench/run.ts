/**
 * Measures the product beside its references: npm run bench [-- --only list,search --sizes 1000,100000 --engine server --postgres postgres://… --rows 20000 --dry]
 * What a measure asks stands beside it.
 */
import { parseArgs } from 'node:util'

import { openPool } from '#db/connection.ts'
import { startPostgres } from '#test/postgres.ts'
import { startServer } from '#test/server.ts'

import { buildWeb } from '#tools/build-web.ts'
import { measureClicks } from './clicks.ts'
import { comparePoint, type Bench, type Comparison } from './compare.ts'
import { prepareDataset, type Dataset, type Engine } from './dataset.ts'
import { detail } from './detail.ts'
import { measureImport } from './import.ts'
import { growth } from './growth.ts'
import { list } from './list.ts'
import { nearest } from './nearest.ts'
import { pages } from './pages.ts'
import { GOAL_SIZE, type Measure } from './point.ts'
import { findMainProcess, Helper } from './processes.ts'
import { describeSetting, nameEngine, saveResult, toTable, type Run } from './report.ts'
import { search } from './search.ts'
import { slownessOf, timeIndex } from './slowness.ts'
import { usable } from './usable.ts'
import { measureSignIn } from './sign-in.ts'
import { measureUndo } from './undo.ts'

const MEASURES = [list, search, nearest, usable, detail, pages, growth]
const SIZES: Record<Engine, number[]> = { embedded: [1_000, 100_000], server: [1_000, 10_000, 100_000, 1_000_000] }
/** A PostgreSQL that keeps what it is told, with the memory that a machine of this size would give it. */
const SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'shared_buffers=1GB',
  'effective_cache_size=8GB',
  'maintenance_work_mem=256MB',
  'max_wal_size=4GB',
  'random_page_cost=1.1',
]

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    sizes: { type: 'string' },
    engine: { type: 'string' },
    postgres: { type: 'string' },
    rows: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
})
const command = `npm run bench${
  process.argv.length > 2
    ? ` -- ${process.argv
        .slice(2)
        .filter((word) => !word.includes('postgres://') && word !== '--postgres')
        .join(' ')}`
    : ''
}`
const only = options.only?.split(',')
const measures = MEASURES.filter(({ name }) => !only || only.includes(name))
const engines = (['embedded', 'server'] as const).filter((engine) => !options.engine || options.engine === engine)
const sizesOf = (engine: Engine) =>
  options.sizes
    ?.split(',')
    .map(Number)
    .filter((size) => engine === 'server' || size <= 100_000) ?? SIZES[engine]
const say = (line: string) => process.stdout.write(`${line}\n`)

type Setup = { dataset: Dataset; postgres: number | undefined; variables?: Record<string, string> | undefined }
async function withBench({ dataset, postgres, variables }: Setup, work: (bench: Bench) => Promise<void>) {
  const server = await startServer({
    directory: dataset.variables['DATA_DIR']!,
    variables: { ...dataset.variables, ...variables },
  })
  const bench: Bench = {
    dataset,
    server,
    postgres,
    isWarm: false,
    load: new Helper('load.ts'),
    frame: new Helper('echo.ts'),
    replay: new Helper('replay.ts', { ...dataset.twin, ...variables }),
  }
  try {
    await work(bench)
  } finally {
    for (const helper of [bench.load, bench.frame, bench.replay]) await helper.end()
    await server.stop()
  }
}

async function findPostgresProcess(url: string) {
  const pool = await openPool(url, { connections: 1 })
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  const main = findMainProcess(Number(rows[0]?.['pid']))
  await pool.end()
  return main
}

async function compareAll(
  engine: Engine,
  serverUrl: string | undefined,
  results: Map<Measure, Comparison[]>,
  versions: Record<string, string>,
) {
  const postgres = serverUrl === undefined ? undefined : await findPostgresProcess(serverUrl)
  for (const size of measures.length > 0 ? sizesOf(engine) : []) {
    say(`${engine}, ${size.toLocaleString('en')} offers: filling`)
    const dataset = await prepareDataset(engine, size, serverUrl)
    versions[engine] = dataset.version
    const time = async (): Promise<number[]> => (engine === 'server' && size === GOAL_SIZE ? timeIndex(dataset) : [])
    const times = await time()
    const slowness = () => (times.length > 0 ? { slowness: slownessOf(engine, times) } : {})
    const here: Comparison[] = []
    const measureAll = (some: Measure[]) => async (bench: Bench) => {
      for (const measure of some) {
        for (const point of measure.pointsOf(dataset.sample)) {
          const result = { ...(await comparePoint(bench, point)), ...slowness() }
          results.get(measure)!.push(result)
          here.push(result)
          say(toTable([result]).split('\n').at(-1)!)
        }
      }
    }
    try {
      const together = measures.filter(({ variables }) => !variables)
      for (const some of [together, ...measures.filter(({ variables }) => variables).map((measure) => [measure])])
        if (some.length > 0) await withBench({ dataset, postgres, variables: some[0]!.variables }, measureAll(some))
      times.push(...(await time()))
      for (const one of here) Object.assign(one, slowness())
    } finally {
      await dataset.drop()
    }
  }
}

if (!(await buildWeb({ ifStale: true }))) throw new Error('the web app does not build')
const own = engines.includes('server') && !options.postgres ? await startPostgres({ settings: SETTINGS }) : undefined
const serverUrl = options.postgres ?? own?.url
const results = new Map(measures.map((measure) => [measure, [] as Comparison[]]))
const versions: Record<string, string> = {}
try {
  for (const engine of engines) await compareAll(engine, engine === 'server' ? serverUrl : undefined, results, versions)
  for (const [{ name, title }, comparisons] of results) {
    const tables = engines.map((engine) => `## ${nameEngine(engine)}\n\n${toTable(comparisons.filter((one) => one.engine === engine))}`)
    if (!options.dry)
      saveResult(name, `# ${title}\n\n${describeSetting({ command, versions })}\n\n${tables.join('\n\n')}\n`, {
        date: new Date().toISOString(),
        command,
        versions,
        comparisons,
      })
  }
  const rows = options.rows === undefined ? undefined : Number(options.rows)
  const whole: Run = { engines, serverUrl, command, isDry: options.dry, rows, say }
  if (!only || only.includes('import')) await measureImport(whole)
  if (!only || only.includes('undo')) await measureUndo(whole)
  if (!only || only.includes('sign-in')) await measureSignIn(whole)
  if (!only || only.includes('clicks')) await measureClicks(whole)
} finally {
  await own?.stop()
}
