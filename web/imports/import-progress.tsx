import { formatCount } from '#contract/format-count.ts'
import type { ImportDetail } from '#contract/import.ts'

import { describeTimeLeft } from './describe-time-left.ts'
import type { Sent } from './send-file.ts'
import { useTimeLeft } from './use-time-left.ts'

/** A file on its way to the server. */
export function SendProgress({ sent: { bytes, of }, onCancel }: { sent: Sent; onCancel?: () => void }) {
  const left = useTimeLeft(bytes, of)
  const isSent = of > 0 && bytes >= of
  return (
    <Progress
      label="Sent"
      share={of > 0 ? bytes / of : 0}
      text={
        isSent
          ? 'Sent. The server reads the rows; nothing shows before all are read.'
          : `Sending, ${Math.round((bytes / Math.max(of, 1)) * 100)}%`
      }
      left={isSent ? undefined : left}
      {...(onCancel && { onCancel })}
    />
  )
}

type ReadProps = { detail: Pick<ImportDetail, 'kind' | 'progress'>; onCancel: () => void; isEnding: boolean }

/** Rows that the server reads, or takes back. */
export function ReadProgress({ detail: { kind, progress }, onCancel, isEnding }: ReadProps) {
  const { bytes, bytesRead, rows } = progress ?? { bytes: 0, bytesRead: 0, rows: 0 }
  const left = useTimeLeft(bytesRead, bytes)
  const what = kind === 'undo' ? 'taken back' : 'read'
  return (
    <Progress
      label={kind === 'undo' ? 'Taken back' : 'Read'}
      share={bytes > 0 ? bytesRead / bytes : undefined}
      text={rows === 0 ? `Rows are being ${what}` : `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'} ${what}`}
      left={left}
      onCancel={onCancel}
      isEnding={isEnding}
    />
  )
}

type Props = {
  label: string
  /** Of 1; undefined while nobody knows. */
  share: number | undefined
  text: string
  left: number | undefined
  onCancel?: () => void
  isEnding?: boolean
}

const Progress = ({ label, share, text, left, onCancel, isEnding = false }: Props) => (
  <div className="grid gap-2">
    <progress className="progress" aria-label={label} {...(share !== undefined && { value: share })} />
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="spin">
        <span>
          {text}
          {left !== undefined && <span className="muted">, {describeTimeLeft(left)}</span>}
        </span>
      </p>
      {onCancel && (
        <button type="button" className="btn second" aria-disabled={isEnding} onClick={() => isEnding || onCancel()}>
          {isEnding ? 'Cancelling…' : 'Cancel'}
        </button>
      )}
    </div>
  </div>
)
