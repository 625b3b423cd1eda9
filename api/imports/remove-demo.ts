import { readClock, type Context } from '../context.ts'
import { hasDemo, withdrawDemo } from './data-demo.ts'
import { holdCatalogue } from './hold-catalogue.ts'

/** Takes the demo city out of sight. Where nothing of it is there, nobody's checked file is set aside for it. Answers what was taken. */
export async function removeDemo(context: Context) {
  if (!(await hasDemo(context.db))) return { offers: 0, shops: 0 }
  // Never beside an import: a shop of the demo to which a row gives an offer just now has to stay.
  const gone = await holdCatalogue(context, () => withdrawDemo(context.db, readClock(context)))
  for (const tell of context.onCatalogueChange) tell()
  return gone
}
