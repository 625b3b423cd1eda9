import { AppError } from '#contract/errors.ts'
import { countBoth } from '#contract/count-both.ts'
import { formatDay, wallTime } from '#contract/time.ts'

import type { Context } from '../context.ts'
import { findImport, type StoredImport } from './data.ts'
import { countReplaced } from './data-past.ts'

/** Throws `import_not_undoable` or `undo_blocked`, saying why, where an import cannot be taken back. */
export async function requireUndoable(context: Context, importId: number) {
  const found = await findImport(context.db, importId)
  if (!found) throw new AppError('import_not_found')
  const reason = findReason(context, found)
  if (reason !== undefined) throw new AppError('import_not_undoable', { message: reason })
  if (found.blocker_id !== null) throw new AppError('undo_blocked', { message: await describeBlocker(context, found) })
}

const dayOf = ({ config: { city } }: Context, at: Date) => formatDay(wallTime(at.getTime(), city.timeZone).day)

function findReason(context: Context, { kind, state, undone_at, keeps_past }: StoredImport) {
  if (kind === 'undo') return 'An undo is not undone itself: import the file again to bring back what it held.'
  if (kind === 'demo') return 'The demo city is not undone, it is removed.'
  if (kind === 'fill') return 'A made-up city cannot be undone: what was there before it was not kept.'
  if (state !== 'published') return 'Only what was published can be undone. This import has changed nothing.'
  if (undone_at !== null) return `This import was undone on ${dayOf(context, undone_at)}. Import its file again to bring it back.`
  if (!keeps_past) return 'This import cannot be undone: it is from before Kade kept what imports replace.'
  return undefined
}

async function describeBlocker(context: Context, { id, blocker_id, blocker_file_name, blocker_started_at }: StoredImport) {
  const { offers, shops } = await countReplaced(context.db, { of: id, by: blocker_id! })
  const name = blocker_file_name === null ? 'a change by hand' : blocker_file_name
  return `Import ${blocker_id} (${name}, ${dayOf(context, blocker_started_at!)}) has changed ${countBoth(offers, shops)} of this one since. Undo it first.`
}
