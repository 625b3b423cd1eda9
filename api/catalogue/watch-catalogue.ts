import { getRevision } from '#db/revision.ts'

import type { Context } from '../context.ts'

const EVERY = 1_000

/** Notices within a second what another server of the same database has published, and tells whoever keeps answers. */
export function watchCatalogue(context: Context, every = EVERY) {
  let known: number | undefined
  const look = async () => {
    const revision = await getRevision(context.db)
    if (revision !== known) for (const tell of context.onCatalogueChange) tell()
    known = revision
  }
  // While the database is away there is nothing to notice.
  const timer = setInterval(() => void look().catch(() => undefined), every).unref()
  return { look, stop: () => clearInterval(timer) }
}
