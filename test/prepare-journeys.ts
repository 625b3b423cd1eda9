/** Before all journeys: the web app is built where it is stale, and a city made for their servers. */
import { buildWeb } from '#tools/build-web.ts'
import { prepareServers } from './server.ts'

export default async function prepareJourneys() {
  if (!(await buildWeb({ ifStale: true }))) throw new Error('the web app does not build')
  return prepareServers()
}
