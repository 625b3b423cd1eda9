/** The life of a process that serves: how it says why it cannot start, and how it ends in order. */
import type { FastifyInstance } from 'fastify'

import type { Pool } from '#db/connection.ts'

import { ConfigError } from './config.ts'

/** Time for running requests to finish after SIGTERM. Then connections are cut: a client that keeps its own open must not hold the rest. */
const DRAIN = 8_000

type Running = { server: FastifyInstance; context: { pool: Pool } }

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Stops taking requests, lets running ones finish, closes the database, and leaves with 0. */
function stopOnSignals({ server, context }: Running) {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    server.server.closeIdleConnections()
    const cut = setTimeout(() => server.server.closeAllConnections(), DRAIN)
    await server.close()
    clearTimeout(cut)
    await context.pool.end()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
}

// A log that nobody reads any more must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** What whoever starts the server can do about it. */
function explain(error: Error & { code?: string; port?: number }) {
  if (error.code === 'EADDRINUSE') return `port ${error.port} is taken. Stop what uses it, or choose another: PORT=3001 npm start`
  if (error.code === 'ECONNREFUSED') return `the database at DATABASE_URL does not answer (${error.message})`
  if (error.message.startsWith('the data directory is in use'))
    return `${error.message}. Stop that process, or choose another folder: DATA_DIR=other npm start`
  return error.stack ?? error.message
}

/** Starts `name`, and ends it on a signal; or says in one line why it cannot start. */
export async function run(name: string, start: () => Promise<Running>) {
  try {
    stopOnSignals(await start())
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${error instanceof ConfigError ? error.message : explain(error as Error)}\n`)
    process.exit(1)
  }
}
