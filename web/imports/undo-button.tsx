import { useState } from 'react'

import { countBoth } from '#contract/count-both.ts'
import type { ImportSummary } from '#contract/import.ts'

import { DID_NOT_WORK, messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

import { isFile, nameImport } from './import-words.ts'
import type { Operator } from './queries.ts'
import { useUndo } from './use-undo.ts'

type Props = { operator: Operator; item: ImportSummary; which: string; onBegun: (id: string) => void }

/** Takes an import back, once it has been asked whether that is meant. */
export function UndoButton({ operator, item, which, onBegun }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const undo = useUndo(operator, item.id, (id) => {
    setIsOpen(false)
    onBegun(id)
  })
  const open = (next: boolean) => {
    undo.reset()
    setIsOpen(next)
  }
  return (
    <AlertDialog
      trigger={
        <button type="button" className="btn second" aria-label={`Undo ${which}`}>
          Undo
        </button>
      }
      title={`Undo ${nameImport(item)}?`}
      description={describeUndo(item)}
      isOpen={isOpen}
      onOpenChange={open}
    >
      {undo.error && <Banner tone="bad">{messageOf(undo.error, DID_NOT_WORK)}</Banner>}
      <div className="row">
        <CancelButton>Keep it</CancelButton>
        <button type="button" className="btn danger" aria-disabled={undo.isPending} onClick={() => undo.isPending || undo.mutate()}>
          {undo.isPending ? 'Starting…' : 'Undo'}
        </button>
      </div>
    </AlertDialog>
  )
}

/** What it will do. */
function describeUndo({ kind, counts }: ImportSummary) {
  const { created = 0, changed = 0, returned = 0, shopsCreated = 0, shopsChanged = 0, shopsReturned = 0 } = counts ?? {}
  const tell = (offers: number, shops: number, what: string) => (offers + shops > 0 ? [`${countBoth(offers, shops)} ${what}`] : [])
  const parts = [
    ...tell(created, shopsCreated, 'that came with it will be withdrawn'),
    ...tell(returned, shopsReturned, 'that it brought back will be withdrawn again'),
    ...tell(changed - returned, shopsChanged - shopsReturned, 'that it changed will be as before'),
  ]
  if (parts.length === 0) return 'It changed nothing, so nothing changes by this.'
  const what = `${parts.join(', and ')}. `
  const shops = shopsCreated > 0 ? 'A shop stays while offers of other imports stand with it. ' : ''
  const again = isFile({ kind }) ? ' Nothing is deleted: importing the file again brings all of it back.' : ''
  return `${what}${shops}What shoppers like stays on their lists.${again}`
}
