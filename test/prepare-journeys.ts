/** Before all journeys: the web app is built where it is stale. */
import { buildWeb } from '#tools/build-web.ts'

export default async function prepareJourneys() {
  if (!(await buildWeb({ ifStale: true }))) throw new Error('the web app does not build')
}
