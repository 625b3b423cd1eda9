import { useRef, useState } from 'react'

import { AlertDialog, CancelButton } from './dialog.tsx'

export type Question = { title: string; description: string; confirm: string; tone: 'danger' | 'plain' }
type Props = { className: string; isBusy: boolean; question: Question | undefined; onPress: () => void; children: string }

/** A button of a decision. Where something would be lost by it, it asks first. */
export function AskedButton({ className, isBusy, question, onPress, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isMeant = useRef(false)
  const button = (
    <button type="button" className={className} aria-disabled={isBusy} {...(!question && { onClick: onPress })}>
      {children}
    </button>
  )
  if (!question) return button
  const mean = () => {
    isMeant.current = true
    setIsOpen(false)
  }
  /** Only now: the question has given the focus back, and the button goes with what is decided. */
  const tellClosed = () => {
    if (!isMeant.current) return false
    isMeant.current = false
    onPress()
    return true
  }
  return (
    <AlertDialog
      trigger={button}
      title={question.title}
      description={question.description}
      isOpen={isOpen}
      onOpenChange={(next) => setIsOpen(next && !isBusy)}
      onClosed={tellClosed}
    >
      <div className="row">
        <CancelButton>Go back</CancelButton>
        <button type="button" className={question.tone === 'danger' ? 'btn danger' : 'btn'} onClick={mean}>
          {question.confirm}
        </button>
      </div>
    </AlertDialog>
  )
}
