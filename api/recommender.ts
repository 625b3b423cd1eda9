/** Starts the recommender as a process of its own, beside the API: npm run start:recommender. It needs PostgreSQL, for one process alone can hold the embedded database. */
import { openDatabase } from '#db/connection.ts'

import { watchCatalogue } from './catalogue/watch-catalogue.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { run, say } from './process.ts'
import { createRecommenderServer } from './recommendations/serve-recommender.ts'

/** The API has 3000. */
const PORT = '3001'

async function start(config: Config) {
  if (!config.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_URL is not set. The embedded database belongs to one process: without PostgreSQL the recommender runs inside the server, and npm start is all there is to start.',
    )
  const pool = await openDatabase(config.DATABASE_URL)
  const running = createRecommenderServer({ config, pool })
  watchCatalogue(running.context)
  running.recommender.start()
  await running.server.listen({ port: config.PORT, host: config.HOST })
  const { port } = running.server.server.address() as { port: number }
  say(`The recommender answers: http://${config.HOST}:${port} (RECOMMENDER_URL of the server)`)
  return running
}

if (import.meta.main) await run('The recommender', () => start(readConfig(process.env, { PORT })))
