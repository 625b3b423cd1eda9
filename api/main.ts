/** Starts the product: configuration, database, demo city, server; and ends it in order. */
import { openDatabase } from '#db/connection.ts'

import { makeAdminKey } from './admin/require-admin.ts'
import { createApp, type App } from './app.ts'
import { watchCatalogue } from './catalogue/watch-catalogue.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { importDemo } from './imports/import-demo.ts'
import { clearUnfinishedImports } from './imports/run-import.ts'
import { servePages } from './pages/serve-pages.ts'
import { clearExpired } from './sessions/clear-expired.ts'

/** Time for running requests to finish after SIGTERM. Then connections are cut: a client that keeps its own open must not hold the rest. */
const DRAIN = 8_000

async function start(config: Config, options: { isDev: boolean; newAdminKey: boolean }) {
  const pool = await openDatabase(config.DATABASE_URL ?? config.DATA_DIR)
  const app = await createApp({ config, pool })
  const { server, context } = app
  const key = config.SUPERADMIN_KEY ? undefined : await makeAdminKey(context.db, { replace: options.newAdminKey })
  await clearUnfinishedImports(context)
  await servePages(server, { ...context, api: app.api, isDev: options.isDev })
  await importDemo(context)
  if (pool.engine === 'server') watchCatalogue(context)
  await app.jobs.start()
  clearExpired(context)
  app.clicks.start()
  await server.listen({ port: config.PORT, host: config.HOST })
  const { port } = server.server.address() as { port: number }
  say(`Kade is open: http://${config.HOST === '127.0.0.1' || config.HOST === '0.0.0.0' ? 'localhost' : config.HOST}:${port}`)
  if (key) say(`Admin key for http://localhost:${port}/web (shown this once): ${key}`)
  return app
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Stops taking requests, lets running ones finish, closes the database, and leaves with 0. */
function stopOnSignals({ server, context }: App) {
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

if (import.meta.main) {
  try {
    const args = process.argv.slice(2)
    const app = await start(readConfig(process.env), { isDev: args.includes('--dev'), newAdminKey: args.includes('--new-admin-key') })
    stopOnSignals(app)
  } catch (error) {
    process.stderr.write(`Kade cannot start: ${error instanceof ConfigError ? error.message : explain(error as Error)}\n`)
    process.exit(1)
  }
}
