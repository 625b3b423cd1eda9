/** The product as its users run it: `node api/main.ts` in a process of its own, with a data directory of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { copyData, databaseOf, makeDataDirectory, offerCopies, type Prepared } from './data-directory.ts'
import { onExit } from './on-exit.ts'
import { createDatabase, findPostgres, startPostgres } from './postgres.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const START_LIMIT = 60_000
/** What a program needs of its surroundings. The developer's own variables of the product stay outside. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_COMPILE_CACHE']

export type Server = {
  /** `http://127.0.0.1:…`, without a slash at its end. */
  url: string
  adminKey: string
  /** Its data, and what it sends where there is no mail server. */
  directory: string
  pid: number
  /** All that it has written to its log so far. */
  readLog: () => string
  /** SIGTERM; answers the exit code. The directory stays, for a next start with the same `directory`. */
  stop: () => Promise<number | null>
  /** SIGKILL, as a power cut would end it. */
  kill: () => Promise<void>
}
/** `program`: another one than the server, such as the recommender. */
export type ServerOptions = { directory: string; variables?: Record<string, string>; program?: string }

/** Starts a server and waits until it is open. */
export async function startServer({ directory, variables = {}, program = 'api/main.ts' }: ServerOptions): Promise<Server> {
  const database = await databaseOf(directory)
  const adminKey = variables['SUPERADMIN_KEY'] ?? 'a-key-for-tests-alone'
  const inherited = INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  // A single address stands for all shoppers here, so limits by address are wide; who tests them sets the factor back to 1.
  const defaults = {
    PORT: '0',
    DATA_DIR: directory,
    SUPERADMIN_KEY: adminKey,
    LOG_LEVEL: 'warn',
    THROTTLE_FACTOR: '1000',
    // The machine has more to do than the product would have; who tests the budget sets it.
    RECOMMENDER_BUDGET: '3000',
    NODE_ENV: 'production',
    // The demo city is in folders that hold it; who wants it imported says so.
    DEMO: '0',
    ...(database && { DATABASE_URL: database }),
  }
  const child = spawn(process.execPath, [path.join(ROOT, program)], {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...defaults, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return (await exited)[0]
  }
  const forget = onExit(() => child.kill('SIGKILL'))
  void exited.then(forget)
  try {
    const port = await waitForPort(() => log, exited)
    return {
      url: `http://127.0.0.1:${port}`,
      adminKey,
      directory,
      pid: child.pid!,
      readLog: () => log,
      stop: () => end('SIGTERM'),
      kill: async () => void (await end('SIGKILL')),
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

async function waitForPort(readLog: () => string, exited: Promise<unknown>) {
  let isOver = false
  void exited.then(() => (isOver = true))
  const end = Date.now() + START_LIMIT
  for (;;) {
    const port = /(?:is open|answers): http:\/\/[^\s:]+:(\d+)/.exec(readLog())?.[1]
    if (port) return Number(port)
    if (isOver || Date.now() > end) throw new Error(`the server did not open:\n${readLog()}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** What Node has made of the source files: it takes a second to do that. */
const COMPILED = 'NODE_COMPILE_CACHE'

/**
 * Prepares what servers of this process and its children begin with: making tables takes one three seconds, importing a city two. Where there is a PostgreSQL they
 * are on it, which costs half of what each start of the embedded database does. Answers what ends and removes it all.
 */
export async function prepareServers() {
  const { directory, remove } = makeDataDirectory()
  process.env[COMPILED] = path.join(directory, 'compiled')
  const postgres = findPostgres() ? await startPostgres() : undefined
  const leaveData = async (what: Prepared, variables: Record<string, string>, template?: Prepared) => {
    const folder = path.join(directory, what)
    if (template) copyData(path.join(directory, template), folder)
    const database = postgres && { DATABASE_URL: await createDatabase(postgres.url, what, template) }
    const server = await startServer({ directory: folder, variables: { ...variables, ...database } })
    await server.stop()
  }
  await leaveData('tables', {})
  await leaveData('city', { DEMO: '1' }, 'tables')
  offerCopies(directory, postgres?.url)
  return async () => {
    await postgres?.stop()
    remove()
  }
}

/** Starts the product on a test's own database, as often as it takes. */
export const starterOf = (url: string, directory: string) => () =>
  url.startsWith('postgres') ? startServer({ directory, variables: { DATABASE_URL: url } }) : startServer({ directory: url })
