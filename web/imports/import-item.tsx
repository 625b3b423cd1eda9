import { fileKindOf } from '#contract/file-kind.ts'
import type { ImportSummary } from '#contract/import.ts'
import { formatMoment } from '#contract/offer-rules.ts'

import { useCity } from '#web/lib/city.tsx'

import { DownloadButton } from './download-button.tsx'
import { describeCounts, describeKind, describeState, isFile, nameImport } from './import-words.ts'
import type { Operator } from './queries.ts'
import { UndoButton } from './undo-button.tsx'

type Props = { operator: Operator; item: ImportSummary; isShown: boolean; onShow: (id: string) => void; onBegun: (id: string) => void }

/** One import: when, what, how many, what became of it. */
export function ImportItem({ operator, item, isShown, onShow, onBegun }: Props) {
  const city = useCity()
  const name = nameImport(item)
  const when = formatMoment(item.startedAt, city)
  const which = `${name}, ${when}, import ${item.id}`
  return (
    <li>
      <div className="min-w-0">
        <p className="import-name">
          {name}
          <span className="badge" data-state={item.undoneAt ? 'undone' : item.state}>
            {describeState(item)}
          </span>
        </p>
        <p className="hint">
          Import {item.id} · {when} · {describeKind(item)}
          {item.counts && ` · ${describeCounts(item)}`}
        </p>
        {item.failure && <p className="hint">{item.failure}</p>}
        {item.state === 'published' && item.undoBlockedBy && (
          <p className="hint">
            Undo import {item.undoBlockedBy.id} ({nameImport(item.undoBlockedBy)}, {formatMoment(item.undoBlockedBy.startedAt, city)})
            before this one.
          </p>
        )}
      </div>
      <div className="import-acts">
        <button type="button" className="btn second" aria-label={`Show ${which}`} aria-pressed={isShown} onClick={() => onShow(item.id)}>
          Show
        </button>
        {item.state === 'published' && isFile(item) && !item.undoneAt && (
          <DownloadButton
            keyText={operator.key}
            call={`GET /superadmin/dashboard/imports/{id}/${fileKindOf(item.kind)}.csv`}
            id={item.id}
            label={`Download ${which}`}
          >
            Download
          </DownloadButton>
        )}
        {item.isUndoable && <UndoButton operator={operator} item={item} which={which} onBegun={onBegun} />}
      </div>
    </li>
  )
}
