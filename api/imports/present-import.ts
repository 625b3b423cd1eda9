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
    undoes: stored.undoes === null ? null : String(stored.undoes),
    undoneAt: stored.undone_at?.toISOString() ?? null,
    undoBlockedBy: presentBlocker(stored),
    isUndoable: canBeUndone(stored) && stored.blocker_id === null && !stored.is_followed,
  }
}

function presentBlocker(stored: StoredImport): ImportSummary['undoBlockedBy'] {
  const { blocker_id, blocker_kind, blocker_file_name, blocker_started_at } = stored
  if (blocker_id === null || !canBeUndone(stored)) return null
  return { id: String(blocker_id), kind: blocker_kind!, fileName: blocker_file_name, startedAt: blocker_started_at!.toISOString() }
}

/** Nothing but another import stands against it. */
const canBeUndone = ({ state, keeps_past, undone_at }: StoredImport) => state === 'published' && keeps_past && undone_at === null

export const presentImport = (stored: StoredImport): ImportDetail => ({ ...summarizeImport(stored), report: stored.report })
