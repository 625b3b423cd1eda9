/** Measures one point: the product and its reference in turn, several times each, and the median of each. */
import type { Server } from '#test/server.ts'

import type { Dataset } from './dataset.ts'
import type { EchoRequest } from './echo.ts'
import { median, type LoadRequest, type LoadResult } from './load.ts'
import type { Point, Reference } from './point.ts'
import { readCpu, readServerCpu, type Helper } from './processes.ts'
import type { ReplayRequest } from './replay.ts'

/** `cpu` is in milliseconds for one request, of the server and the database together; undefined where the system does not tell. */
export type Sampled = LoadResult & { cpu: number | undefined }
export type Comparison = {
  point: string
  engine: Dataset['engine']
  size: number
  goals: { share: number | undefined; perCpuSecond: number | undefined }
  reference: Reference
  bound: string | undefined
  /** Of this machine beside the one on which goals of seconds were set; undefined where there are none. */
  slowness?: number
  /** Why there is nothing to compare. */
  failure?: string
  sides?: Sides
  /** How many offers an answer holds, on average; undefined where it is no list. */
  answered?: number | undefined
}
export type Sides = { subject: Sampled; reference: Sampled }

export type Bench = {
  dataset: Dataset
  server: Server
  load: Helper
  frame: Helper
  replay: Helper
  /** The main process of PostgreSQL. */
  postgres: number | undefined
  isWarm: boolean
}

/** So many that every process has something to do: with 8, half of what is measured is processes being woken. */
const CONNECTIONS = 32
/** Many short ones: what else a shared machine does then touches some of both sides, and the median of neither. */
const ROUNDS = 7
const SECONDS = 0.5
const WARM_UP = 1.5
/** A server and its reference that have just begun are asked for so many seconds until their code is compiled. */
const FIRST_WARM_UP = 6
/** So many of them are asked of the database alone, at most. */
const RECORDED = 10_000
/** So many answers are looked at for how full they are. */
const ANSWERS = 240
/** So many different questions for each point: more than are asked while one answer is kept. */
const QUESTIONS = 60_000

export async function comparePoint(bench: Bench, point: Point): Promise<Comparison> {
  const { engine, size } = bench.dataset
  const { name, share, perCpuSecond, reference, bound } = point
  const about = { point: name, engine, size, goals: { share, perCpuSecond }, reference, bound }
  try {
    return { ...about, sides: await measureSides(bench, point), answered: await countAnswered(bench, point) }
  } catch (error) {
    return { ...about, failure: (error as Error).message.slice(0, 200) }
  }
}

/** Small catalogues do not fill a page: what grows with the offers in it is told apart from what grows with those that there are. */
async function countAnswered({ server }: Bench, { pathOf, reference }: Point) {
  if (reference !== 'database') return undefined
  const counts: number[] = []
  for (let i = 0; i < ANSWERS; i++) {
    const { data } = (await (await fetch(server.url + pathOf(i))).json()) as { data: unknown }
    if (Array.isArray(data)) counts.push(data.length)
  }
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) / counts.length : undefined
}

async function measureSides(bench: Bench, point: Point): Promise<Sides> {
  const paths = Array.from({ length: QUESTIONS }, (_, i) => point.pathOf(i))
  // A kept answer is kept for seconds: no question may come back in another round.
  let asked = 0
  const takePaths = (result?: LoadResult) => {
    asked += result?.requests ?? 0
    return [...paths.slice(asked % QUESTIONS), ...paths.slice(0, asked % QUESTIONS)]
  }
  const port = Number(new URL(bench.server.url).port)
  const ask = (seconds: number) =>
    bench.load.ask<LoadResult>({ port, paths: takePaths(), connections: CONNECTIONS, seconds } satisfies LoadRequest)
  const refer = await prepareReference(bench, point, paths)

  const warmUp = bench.isWarm ? WARM_UP : FIRST_WARM_UP
  do takePaths(await ask(warmUp))
  while (asked < (point.warmUp ?? 0))
  await refer.run(warmUp)
  bench.isWarm = true
  const subjects: Sampled[] = []
  const references: Sampled[] = []
  for (let round = 0; round < ROUNDS; round++) {
    references.push(await withCpu([refer.pid], bench.postgres, () => refer.run(SECONDS)))
    const result = await withCpu([bench.server.pid], bench.postgres, () => ask(SECONDS))
    takePaths(result)
    subjects.push(result)
  }
  return { subject: takeMedian(subjects), reference: takeMedian(references) }
}

async function prepareReference({ frame, replay, load, server }: Bench, { reference }: Point, paths: string[]) {
  if (reference === 'database') {
    await replay.ask<number>({ paths: paths.slice(0, RECORDED) } satisfies ReplayRequest)
    return {
      pid: replay.pid,
      run: (seconds: number) => replay.ask<LoadResult>({ connections: CONNECTIONS, seconds } satisfies ReplayRequest),
    }
  }
  const body = await (await fetch(server.url + paths[0]!)).text()
  const { port } = await frame.ask<{ port: number }>({ body } satisfies EchoRequest)
  return {
    pid: frame.pid,
    run: (seconds: number) =>
      load.ask<LoadResult>({ port, paths: paths.slice(0, 1), connections: CONNECTIONS, seconds } satisfies LoadRequest),
  }
}

async function withCpu(pids: number[], postgres: number | undefined, run: () => Promise<LoadResult>): Promise<Sampled> {
  const read = () => {
    const times = [...pids.map(readCpu), ...(postgres === undefined ? [] : [readServerCpu(postgres)])]
    return times.includes(undefined) ? undefined : times.reduce<number>((sum, time) => sum + time!, 0)
  }
  const before = read()
  const result = await run()
  const after = read()
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`)
  return { ...result, cpu: before === undefined || after === undefined ? undefined : (after - before) / result.requests }
}

function takeMedian(rounds: Sampled[]): Sampled {
  const of = (key: keyof LoadResult) => median(rounds.map((round) => round[key]))
  const cpus = rounds.flatMap(({ cpu }) => cpu ?? [])
  return {
    perSecond: of('perSecond'),
    requests: of('requests'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    max: of('max'),
    failures: 0,
    cpu: cpus.length === rounds.length ? median(cpus) : undefined,
  }
}
