/** A private PostgreSQL: its own cluster in a temporary folder, on a free port of the loopback, gone when it is stopped. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

import pg from 'pg'

import { openPool } from '#db/connection.ts'

import { onExit, REMOVAL } from './on-exit.ts'

/** Who owns the product's databases: allowed to create them, and no superuser. */
const OWNER = 'kade'
const START_LIMIT = 30_000

export type Postgres = { url: string; pid: number; directory: string; stop: () => Promise<void> }

const listFolders = (parent: string) => (existsSync(parent) ? readdirSync(parent).map((name) => path.join(parent, name, 'bin')) : [])
const byVersion = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true })

/** The folder of the server's programs (initdb, postgres), or undefined where PostgreSQL is not installed. */
export function findPostgres(): string | undefined {
  const fromPath = (process.env['PATH'] ?? '').split(path.delimiter)
  const debian = listFolders('/usr/lib/postgresql').toSorted(byVersion)
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap(listFolders).filter((folder) => /\/postgresql(@\d+)?\/bin$/.test(folder))
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return [...fromPath, ...debian, ...homebrew.toSorted(byVersion)].find(
    (folder) => existsSync(path.join(folder, `initdb${suffix}`)) && existsSync(path.join(folder, `postgres${suffix}`)),
  )
}

/** Starts a cluster and creates the role that owns the product's databases. `url` names an empty database of that role. */
export async function startPostgres({
  folder = findPostgres(),
  settings = [],
}: { folder?: string | undefined; settings?: string[] } = {}): Promise<Postgres> {
  if (!folder) throw new Error('PostgreSQL is not installed: no initdb and postgres in PATH, /usr/lib/postgresql or Homebrew')
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-postgres-'))
  const identity = lookUpIdentity()
  if (identity) chownSync(directory, identity.uid, identity.gid)
  const data = path.join(directory, 'data')
  const locale = process.platform === 'darwin' ? ['--lc-collate=C', '--lc-ctype=en_US.UTF-8'] : ['--locale=C.UTF-8']
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', ...locale]
  execFileSync(path.join(folder, 'initdb'), initdb, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'], ...identity })
  const port = await findFreePort()
  // Not flushing to disk is for tests alone: these rows may go with the machine.
  const fast = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', ...fast, ...settings]
  const server = spawn(path.join(folder, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity,
  })
  const forget = onExit(() => {
    server.kill('SIGQUIT')
    // It removes this file last; until then it writes into the folder that is to go.
    for (let round = 0; round < 100 && existsSync(path.join(data, 'postmaster.pid')); round += 1) pause(20)
    rmSync(directory, REMOVAL)
  })
  const stop = () => stopServer(server, directory).finally(forget)
  try {
    await createOwner(port, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://${OWNER}@127.0.0.1:${port}/${OWNER}`, pid: server.pid!, directory, stop }
}

const pause = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/** PostgreSQL refuses to run as root; then it runs as its own user, or as nobody. */
function lookUpIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((option) =>
        Number(execFileSync('id', [option, user], { stdio: ['ignore', 'pipe', 'ignore'] })),
      ) as [number, number]
      return { uid, gid }
    } catch {
      // No such user here: the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as')
}

async function createOwner(port: number, server: ChildProcess) {
  let log = ''
  server.stderr!.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)))
  const end = Date.now() + START_LIMIT
  for (;;) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    try {
      await client.connect()
      await client.query(`create role ${OWNER} login createdb nosuperuser`)
      await client.query(`create database ${OWNER} owner ${OWNER}`)
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > end) throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error })
    } finally {
      await client.end().catch(() => {})
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function stopServer(server: ChildProcess, directory: string) {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit')
    // A fast shutdown: clients are cut, data files closed in order.
    server.kill('SIGINT')
    await exited
  }
  rmSync(directory, REMOVAL)
}

/** The same server's address, with another database. */
function withDatabase(url: string, database: string) {
  const address = new URL(url)
  address.pathname = database
  return address.href
}

/** Makes a database on the server of `url`, as a copy of another if there is a `template`. Answers its address. */
export async function createDatabase(url: string, name: string, template?: string) {
  const owner = await openPool(url, { connections: 1, patience: 30_000 })
  try {
    await owner.query(`create database "${name}"${template === undefined ? '' : ` template "${template}"`}`)
  } finally {
    await owner.end()
  }
  return withDatabase(url, name)
}

/** A port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
