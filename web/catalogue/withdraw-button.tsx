import { useRef, useState } from 'react'

import { countWords } from '#contract/format-count.ts'

import { DID_NOT_WORK, messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

import { useWithdrawal, type What } from './use-edits.ts'

type Props = {
  keyText: string
  what: What
  id: string
  name: string
  /** Of a shop: its offers, which go with it. */
  offers?: number
  onDone: () => void
}

/** Takes a shop or an offer out of sight, once it has been asked whether that is meant. */
export function WithdrawButton({ keyText, what, id, name, offers = 0, onDone }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const isDone = useRef(false)
  const withdrawal = useWithdrawal({
    keyText,
    what,
    id,
    how: 'withdraw',
    onDone: () => {
      isDone.current = true
      setIsOpen(false)
    },
  })
  const open = (next: boolean) => {
    withdrawal.reset()
    setIsOpen(next)
  }
  /** Only now: the question has given the focus back, and its button may go with the row. */
  const tellDone = () => {
    if (!isDone.current) return false
    isDone.current = false
    onDone()
    return true
  }
  return (
    <AlertDialog
      trigger={
        <button type="button" className="btn second" aria-label={`Withdraw ${name}`}>
          Withdraw
        </button>
      }
      title={`Withdraw ${name}?`}
      description={describeWithdrawal(what, offers)}
      isOpen={isOpen}
      onOpenChange={open}
      onClosed={tellDone}
    >
      {withdrawal.error && <Banner tone="bad">{messageOf(withdrawal.error, DID_NOT_WORK)}</Banner>}
      <div className="row">
        <CancelButton>Keep it</CancelButton>
        <button
          type="button"
          className="btn danger"
          aria-disabled={withdrawal.isPending}
          onClick={() => withdrawal.isPending || withdrawal.mutate()}
        >
          {withdrawal.isPending ? 'Withdrawing…' : 'Withdraw'}
        </button>
      </div>
    </AlertDialog>
  )
}

function describeWithdrawal(what: What, offers: number) {
  const it =
    what === 'offers'
      ? 'the offer'
      : offers === 0
        ? 'the shop'
        : `the shop and its ${offers === 1 ? 'offer' : countWords(offers, 'offer', 'offers')}`
  const again = what === 'offers' ? 'A later file that holds it brings it back.' : 'A later file that holds offers of it brings it back.'
  return `Nobody sees ${it} any more. On lists of what people like it stays, marked as gone. You can restore it at any time. ${again}`
}

/** Shows it again, at once: nothing is lost by that. */
export function RestoreButton({ keyText, what, id, name, onDone }: Omit<Props, 'offers'>) {
  const restoring = useWithdrawal({ keyText, what, id, how: 'restore', onDone })
  return (
    <>
      <button
        type="button"
        className="btn second"
        aria-label={restoring.isPending ? undefined : `Restore ${name}`}
        aria-disabled={restoring.isPending}
        onClick={() => restoring.isPending || restoring.mutate()}
      >
        {restoring.isPending ? 'Restoring…' : 'Restore'}
      </button>
      {restoring.error && !restoring.isPending && <Banner tone="bad">{messageOf(restoring.error, DID_NOT_WORK)}</Banner>}
    </>
  )
}
