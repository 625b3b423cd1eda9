/** Before all journeys: the web app is built where it is stale, and one server is opened on fresh data. Journeys reach it by baseURL. */
import { buildWeb } from '#tools/build-web.ts'
import { makeDataDirectory, startServer } from './server.ts'

export default async function serveJourneys() {
  if (!(await buildWeb({ ifStale: true }))) throw new Error('the web app does not build')
  const { directory, remove } = makeDataDirectory()
  const server = await startServer({ directory })
  process.env['KADE_URL'] = server.url
  process.env['KADE_ADMIN_KEY'] = server.adminKey
  return async () => {
    await server.stop()
    remove()
  }
}
