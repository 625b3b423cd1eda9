import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { isOfferExpired } from '#contract/offer-rules.ts'

import { useNow } from '#web/lib/clock.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'
import { LoadState } from '#web/ui/load-state.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { dropLiked } from './liked-removal.ts'
import { LIKED_WORDS } from './liked-words.ts'
import { likedEndsQuery } from './queries.ts'
import { useClearing, type Clearing } from './use-clearing.ts'

const countOffers = (count: number) => (count === 1 ? '1 expired offer' : `${count} expired offers`)

/** Takes all that has ended out of the list, also what the page has not loaded yet, after asking. `onCleared` puts the focus where it goes on. */
export function LikedClearing({ userId, onCleared }: { userId: string; onCleared: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const gone = useRef<string[]>([])
  const isCleared = useRef(false)
  // The button goes with the last of them, and the focus with it.
  useEffect(
    () => () => {
      if (isCleared.current && document.activeElement === document.body) onCleared()
    },
    [onCleared],
  )
  const close = () => {
    setIsOpen(false)
    if (gone.current.length === 0) return
    isCleared.current = true
    void dropLiked('OFFER', userId, gone.current)
    gone.current = []
  }
  const { clearing, run, stop, forget } = useClearing(userId, (ids, isAsWished) => {
    gone.current.push(...ids)
    if (!isAsWished) return
    if (gone.current.length > 0) showToast({ title: `${countOffers(gone.current.length)} removed` })
    close()
  })
  const change = (isWanted: boolean) => {
    if (clearing?.isRunning) return stop()
    forget()
    if (isWanted) setIsOpen(true)
    else close()
  }
  return (
    <AlertDialog
      trigger={
        <button type="button" className="btn second">
          Remove all expired
        </button>
      }
      title="Remove all expired offers?"
      description="Offers that have ended leave your list. The others stay."
      isOpen={isOpen}
      onOpenChange={change}
    >
      {clearing?.isRunning ? <ClearingProgress clearing={clearing} /> : <ClearingQuestion userId={userId} clearing={clearing} run={run} />}
    </AlertDialog>
  )
}

type QuestionProps = { userId: string; clearing: Clearing | undefined; run: ReturnType<typeof useClearing>['run'] }

/** How many they are is known before anything is done about them. */
function ClearingQuestion({ userId, clearing, run }: QuestionProps) {
  const ends = useQuery(likedEndsQuery(userId))
  const now = useNow()
  const expired = ends.data?.filter((offer) => isOfferExpired(offer, now))
  return (
    <>
      {clearing && clearing.failed > 0 && (
        <Banner tone="bad">
          {clearing.failed === clearing.total
            ? `${countOffers(clearing.failed)} could not be removed.`
            : `${clearing.failed} of ${countOffers(clearing.total)} could not be removed.`}
        </Banner>
      )}
      {expired ? (
        <p role="status">
          {expired.length} of your {ends.data?.length} liked offers {expired.length === 1 ? 'has' : 'have'} ended.
        </p>
      ) : (
        <LoadState query={ends} label="Looking through your list" failure={LIKED_WORDS.OFFER.loadFailed} />
      )}
      <div className="row">
        <CancelButton>Cancel</CancelButton>
        <button
          type="button"
          className="btn danger"
          aria-disabled={!expired?.length}
          onClick={() => expired && expired.length > 0 && void run(expired)}
        >
          {expired && expired.length > 0 ? `Remove ${expired.length}` : 'Remove'}
        </button>
      </div>
    </>
  )
}

const ClearingProgress = ({ clearing: { done, total } }: { clearing: Clearing }) => (
  <>
    <p role="status">Removing {countOffers(total)}</p>
    <div className="liked-progress">
      <progress aria-label="Removed so far" value={done} max={total} />
      <span aria-hidden="true">
        {done} of {total}
      </span>
    </div>
    <div className="row">
      <CancelButton>Stop</CancelButton>
    </div>
  </>
)
