/** Starts the product: configuration, database, demo city, server; and ends it in order. */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'

import { SECOND } from '#contract/time.ts'
import { openDatabase } from '#db/connection.ts'

import { makeAdminKey } from './admin/require-admin.ts'
import { createApp } from './app.ts'
import { keepVacuumed } from './catalogue/keep-vacuumed.ts'
import { watchCatalogue } from './catalogue/watch-catalogue.ts'
import { readConfig, type Config } from './config.ts'
import { apartFromReaders } from './context.ts'
import { tryToClear, watchUnfinishedImports } from './imports/hold-catalogue.ts'
import { importDemo } from './imports/import-demo.ts'
import { servePages } from './pages/serve-pages.ts'
import { run, say } from './process.ts'
import { clearExpired } from './sessions/clear-expired.ts'

/**
 * By how much of what is in use, in percent, the heap may grow before it is cleared up. The bytes of answers count as well: with 50 a list costs
 * a tenth more of the processor. With 200, or Node's own measure, the garbage of a large import comes to more than 250 MB.
 */
const HEAP_GROWTH = 100

/** How long, in milliseconds, a start waits for that. */
const CLEARING = 2 * SECOND

async function start(config: Config, options: { isDev: boolean; newAdminKey: boolean }) {
  const pool = await openDatabase(config.DATABASE_URL ?? config.DATA_DIR)
  const app = await createApp({ config, pool })
  const { server, context } = app
  const key = config.SUPERADMIN_KEY ? undefined : await makeAdminKey(context.db, { replace: options.newAdminKey })
  // A million rows that somebody left take minutes: nobody waits for them, and whoever changes the catalogue next clears the rest.
  const apart = apartFromReaders(context)
  await Promise.race([tryToClear(apart), sleep(CLEARING)])
  if (pool.engine === 'embedded') await keepVacuumed(context)
  await servePages(server, { ...context, api: app.api, isDev: options.isDev })
  await importDemo(context)
  if (pool.engine === 'server') {
    watchCatalogue(context)
    watchUnfinishedImports(apart)
  }
  await app.jobs.start()
  clearExpired(context)
  app.clicks.start()
  app.fetchedPictures?.start()
  app.recommender.start()
  await server.listen({ port: config.PORT, host: config.HOST })
  const { port } = server.server.address() as { port: number }
  say(`Kade is open: http://${config.HOST === '127.0.0.1' || config.HOST === '0.0.0.0' ? 'localhost' : config.HOST}:${port}`)
  if (key) say(`Admin key for http://localhost:${port}/web (shown this once): ${key}`)
  return app
}

if (import.meta.main) {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  const args = process.argv.slice(2)
  await run('Kade', () => start(readConfig(process.env), { isDev: args.includes('--dev'), newAdminKey: args.includes('--new-admin-key') }))
}
