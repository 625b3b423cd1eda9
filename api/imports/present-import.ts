/** An import as the contract shows it. */
import type { ImportDetail, ImportSummary } from '#contract/import.ts'

import type { StoredImport } from './data.ts'

export function summarizeImport(stored: StoredImport): ImportSummary {
  const id = String(stored.id)
  return {
    _id: id,
    id,
    kind: stored.kind,
    state: stored.state,
    fileName: stored.file_name,
    startedAt: stored.started_at.toISOString(),
    finishedAt: stored.finished_at?.toISOString() ?? null,
    progress: stored.progress,
    failure: stored.failure,
    counts: stored.report,
  }
}

export const presentImport = (stored: StoredImport): ImportDetail => ({ ...summarizeImport(stored), report: stored.report })
