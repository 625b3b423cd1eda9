import { useRef, useState } from 'react'

import { countWords } from '#contract/format-count.ts'

import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

type Props = { corrected: number; isBusy: boolean; isEnding: boolean; onCancel: () => void }

/** Throws a checked file away. Where rows of it were corrected it asks first, for that goes too. */
export function CancelCheck({ corrected, isBusy, isEnding, onCancel }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isMeant = useRef(false)
  const button = (
    <button type="button" className="btn second" aria-disabled={isBusy} {...(corrected === 0 && { onClick: onCancel })}>
      {isEnding ? 'Cancelling…' : 'Cancel'}
    </button>
  )
  if (corrected === 0) return button
  const mean = () => {
    isMeant.current = true
    setIsOpen(false)
  }
  /** Only now: the question has given the focus back, and the button goes with what is cancelled. */
  const tellClosed = () => {
    if (!isMeant.current) return false
    isMeant.current = false
    onCancel()
    return true
  }
  return (
    <AlertDialog
      trigger={button}
      title="Cancel this import?"
      description={`What was corrected in ${countWords(corrected, 'row', 'rows')} is forgotten with it. Left alone, the import waits here.`}
      isOpen={isOpen}
      onOpenChange={(next) => setIsOpen(next && !isBusy)}
      onClosed={tellClosed}
    >
      <div className="row">
        <CancelButton>Keep it</CancelButton>
        <button type="button" className="btn danger" onClick={mean}>
          Cancel the import
        </button>
      </div>
    </AlertDialog>
  )
}
