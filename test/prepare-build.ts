/** Runs once before tests that start the product itself: it does not open without its pages. */
import { buildWeb } from '#tools/build-web.ts'

export async function setup() {
  if (!(await buildWeb({ ifStale: true }))) throw new Error('the web app does not build')
}
