import type { ImportDetail } from '#contract/import.ts'

import { ChangeTables } from './change-tables.tsx'
import { DownloadButton } from './download-button.tsx'
import type { Operator } from './queries.ts'
import { RefusedRows } from './refused-rows.tsx'
import { RefusedNotes, RowNotes } from './row-notes.tsx'
import type { DraftStore } from './use-drafts.ts'

/** What is to be said of an import row by row. While it waits, its refused rows can be mended. */
export function ImportDetails({ operator, detail, drafts }: { operator: Operator; detail: ImportDetail; drafts: DraftStore }) {
  const { id, state, report } = detail
  if (!report || state === 'running') return null
  const isKept = state === 'published' && report.refused > 0
  return (
    <div className="import-details">
      {state === 'checked' && (
        <RefusedRows key={id} operator={operator} id={id} kind={detail.kind} refused={report.refused} drafts={drafts} />
      )}
      {state !== 'checked' && <RefusedNotes report={report} />}
      {isKept && (
        <div>
          <DownloadButton
            keyText={operator.key}
            call="GET /superadmin/dashboard/imports/{id}/refused.csv"
            id={id}
            label="Download the refused rows"
          >
            Download the refused rows
          </DownloadButton>
        </div>
      )}
      {report.preview && <ChangeTables preview={report.preview} report={report} />}
      <RowNotes report={report} />
    </div>
  )
}
