import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Consumer } from '#contract/consumer.ts'

import { browserApi } from '#web/lib/browser.ts'
import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { DismissedOffers } from './dismissed-offers.tsx'
import { dismissedKey } from './queries.ts'

/** What recommendations are made from, and how to put them right. */
export function RecommendationSettings({ user }: { user: Consumer }) {
  return (
    <section className="panel" id="recommendations" tabIndex={-1} aria-labelledby="recommendations-title">
      <h3 id="recommendations-title">Recommendations</h3>
      <p className="muted mb-4">
        They are made from the offers and shops you like, what you open, your interests, and the place you measure distances from. What many
        people in the city like comes in where little is known of you, and what you are not interested in stays out.
      </p>
      <h4 id="not-interested" className="font-semibold mb-2" tabIndex={-1}>
        Not interested
      </h4>
      <DismissedOffers user={user} />
      <StartOver user={user} />
    </section>
  )
}

/** Asked before, for nothing of it can be taken back. */
function StartOver({ user }: { user: Consumer }) {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const start = useMutation({
    networkMode: 'always',
    mutationFn: () => browserApi('DELETE /consumer/recommendations'),
    onSuccess: () => {
      setIsOpen(false)
      void queries.resetQueries({ queryKey: dismissedKey(user.id) })
      void queries.invalidateQueries({ queryKey: ['consumer', 'recommended-offers'] })
      showToast({ title: 'Your recommendations start over' })
    },
  })
  const change = (isWanted: boolean) => {
    if (start.isPending) return
    start.reset()
    setIsOpen(isWanted)
  }
  return (
    <AlertDialog
      trigger={
        <button type="button" className="btn second mt-4">
          Start over
        </button>
      }
      title="Start your recommendations over?"
      description="This cannot be undone."
      isOpen={isOpen}
      onOpenChange={change}
    >
      <dl className="what-goes">
        <dt>What is forgotten</dt>
        <dd>Your list of “Not interested”. What you have opened until now counts no more.</dd>
        <dt>What stays</dt>
        <dd>The offers and shops you like, your interests, and your place.</dd>
      </dl>
      {start.error && <Banner tone="bad">{messageOf(start.error, 'An error occurred. Please try again.')}</Banner>}
      <div className="row">
        <CancelButton>Cancel</CancelButton>
        <button type="button" className="btn" aria-disabled={start.isPending} onClick={() => start.isPending || start.mutate()}>
          {start.isPending ? 'Starting over…' : 'Start over'}
        </button>
      </div>
    </AlertDialog>
  )
}
