import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'

import { MEND_LIMIT, REFUSED_LIMIT } from '#contract/constants.ts'
import { formatCount } from '#contract/format-count.ts'
import type { ImportKind, MendedRow } from '#contract/import.ts'

import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { LoadFailed } from '#web/ui/load-state.tsx'

import { DownloadButton } from './download-button.tsx'
import { refusedQuery, type Operator } from './queries.ts'
import { RefusedRowFields } from './refused-row.tsx'
import type { Drafts, DraftStore } from './use-drafts.ts'
import { useMending } from './use-mending.ts'

type Props = { operator: Operator; id: string; kind: ImportKind; refused: number; drafts: DraftStore }

/** The rows that a checked file lost: their wrong cells to be written anew, a page at a time, and all of them as a file. */
export function RefusedRows({ operator, id, kind, refused, drafts }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const pages = usePages(operator, id, () => heading.current?.focus())
  const { mending, edits, edit, submit, isEmptyHanded } = useEdits({ operator, id, drafts }, () => heading.current?.focus())
  // Once the last of them is taken it says so.
  if (refused === 0 && mending.isIdle) return null
  // The answer may have been lost, and what it would have told done.
  const told = refused === 0 && mending.error ? 'All of them are taken now.' : mending.data?.message
  return (
    <section className="panel" aria-labelledby="refused">
      <h2 id="refused" ref={heading} tabIndex={-1}>
        Refused rows
      </h2>
      <div role="status" className="mended">
        {mending.isPending ? <p className="spin">Checking</p> : told && !isEmptyHanded && <p>{told}</p>}
      </div>
      {mending.error && refused > 0 && (
        <Banner tone="bad">
          {messageOf(mending.error, 'The rows could not be checked. What you wrote is still here; please try again.')}
        </Banner>
      )}
      {refused > 0 && (
        <form onSubmit={submit} noValidate>
          <p className="muted mb-4">
            Write the wrong cells anew and check them again, or download the rows with their reasons, mend them there and import that file.
            What stays here is left out.
            {refused > REFUSED_LIMIT && ` The first ${formatCount(REFUSED_LIMIT)} rows are kept.`}
          </p>
          <RowList pages={pages} kind={kind} edits={edits} onEdit={edit} />
          <div role="status">{isEmptyHanded && <p className="err mb-2">Change a cell first.</p>}</div>
          <div className="import-acts">
            <button className="btn" aria-disabled={mending.isPending}>
              {edits.size > 1 ? `Check ${Math.min(edits.size, MEND_LIMIT)} rows again` : 'Check again'}
            </button>
            <PageButtons pages={pages} />
            <DownloadButton
              keyText={operator.key}
              call="GET /superadmin/dashboard/imports/{id}/refused.csv"
              id={id}
              label="Download the refused rows"
            >
              Download
            </DownloadButton>
          </div>
        </form>
      )}
    </section>
  )
}

/** What has been written, until it is checked. */
function useEdits({ operator, id, drafts }: Pick<Props, 'operator' | 'id' | 'drafts'>, onChecked: () => void) {
  const edits = drafts.of(id)
  const [isEmptyHanded, setIsEmptyHanded] = useState(false)
  const mending = useMending(operator, id)
  const edit = (row: number, cells: MendedRow['cells']) => {
    setIsEmptyHanded(false)
    drafts.change(id, (now) => new Map(now).set(row, { ...now.get(row), ...cells }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mending.isPending) return
    setIsEmptyHanded(edits.size === 0)
    const sent = [...edits].slice(0, MEND_LIMIT)
    if (sent.length === 0) return
    const forget = () => {
      const tried = new Set(sent.map(([row]) => row))
      drafts.change(id, (now) => new Map([...now].filter(([row]) => !tried.has(row))))
      onChecked()
    }
    mending.mutate(
      sent.map(([row, cells]) => ({ row, cells })),
      { onSuccess: forget },
    )
  }
  return { mending, edits, edit, submit, isEmptyHanded }
}

type Pages = ReturnType<typeof usePages>

function RowList({
  pages: { query },
  kind,
  edits,
  onEdit,
}: {
  pages: Pages
  kind: ImportKind
  edits: Drafts
  onEdit: (row: number, cells: MendedRow['cells']) => void
}) {
  if (query.error && !query.data)
    return <LoadFailed onRetry={() => void query.refetch()}>{messageOf(query.error, 'The refused rows could not be loaded.')}</LoadFailed>
  if (!query.data) return <p className="spin mb-4">Loading the refused rows</p>
  return (
    <ul className="refused-list">
      {query.data.data.map((refused) => (
        // What is still wrong has other reasons, and its cells are what was written last.
        <RefusedRowFields
          key={`${refused.row} ${refused.problems.map(({ column, reason }) => column + reason).join()}`}
          refused={refused}
          isOfShops={kind === 'shops'}
          edited={edits.get(refused.row)}
          onEdit={onEdit}
        />
      ))}
    </ul>
  )
}

/** The way through the pages: where each of those before began. */
function usePages(operator: Operator, id: string, onTurned: () => void) {
  const [before, setBefore] = useState<(string | undefined)[]>([])
  const [cursor, setCursor] = useState<string>()
  const query = useQuery(refusedQuery(operator, id, cursor))
  const next = query.data?.nextCursor
  const goOn = () => {
    setBefore([...before, cursor])
    setCursor(next ?? undefined)
    onTurned()
  }
  const goBack = () => {
    setBefore(before.slice(0, -1))
    setCursor(before.at(-1))
    onTurned()
  }
  const isEmpty = query.data?.data.length === 0
  return { query, goOn: next ? goOn : undefined, goBack: before.length > 0 ? goBack : undefined, isEmpty }
}

const PageButtons = ({ pages: { goOn, goBack } }: { pages: Pages }) =>
  (goOn ?? goBack) && (
    <>
      <button type="button" className="btn second" aria-disabled={!goBack} onClick={goBack}>
        Rows before
      </button>
      <button type="button" className="btn second" aria-disabled={!goOn} onClick={goOn}>
        Next rows
      </button>
    </>
  )
