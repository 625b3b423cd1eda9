/**
 * "Not interested": the offer leaves what is recommended at once, and comes back where the server could not be told, or where it is taken back.
 * Loaded with the first press.
 */
import type { RecommendedOffer } from '#contract/recommendation.ts'

import { browserApi, browserQueries } from '#web/lib/browser.ts'
import { messageOf } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { foldCard } from '#web/ui/fold-card.ts'
import { showToast, toasts } from '#web/ui/toasts.ts'

import type { Recommended, recommendedKey } from './queries.ts'

type Key = ReturnType<typeof recommendedKey>
type Leaving = { list: Key; offer: RecommendedOffer; card: HTMLElement | null; isTakenBack: boolean }

/** `list` is the key of the list that it is in, and `button` the one on its card: the focus goes on from there. */
export async function dismissOffer(list: Key, offer: RecommendedOffer, button: HTMLElement) {
  const leaving = { list, offer, card: button.closest('li'), isTakenBack: false }
  const sent = browserApi('POST /consumer/not-interested', { body: { offerId: offer.id } })
  const wasTaken = sent.then(
    () => true,
    () => false,
  )
  const toast = showToast({
    title: 'Not recommended any more',
    description: offer.title,
    action: { label: 'Undo', run: () => void undo(leaving, wasTaken) },
  })
  await foldCard(leaving.card, () => hide(leaving), document.getElementById('recommended'))
  if (await wasTaken) {
    // A list that was asked for before may have come meanwhile.
    if (!leaving.isTakenBack) await hide(leaving)
  } else {
    toasts.dismiss(toast)
    show(leaving)
    await sent.catch((error: unknown) => sayFailed('Not saved', leaving, error))
  }
  makeOld(list)
}

async function undo(leaving: Leaving, wasTaken: Promise<boolean>) {
  leaving.isTakenBack = true
  show(leaving)
  if (!(await wasTaken)) return
  try {
    await browserApi('DELETE /consumer/not-interested/{id}', { params: { id: leaving.offer.id } })
  } catch (error) {
    await hide(leaving)
    sayFailed('That could not be undone', leaving, error)
  }
  makeOld(leaving.list)
}

/** What is being fetched just now was asked for before. */
async function hide({ list, offer: { id } }: Leaving) {
  await browserQueries.cancelQueries({ queryKey: list })
  change(list, (hidden) => [...hidden, id])
}

function show({ list, offer: { id }, card }: Leaving) {
  if (card) card.inert = false
  for (const animation of card?.getAnimations() ?? []) animation.cancel()
  change(list, (hidden) => hidden.filter((other) => other !== id))
}

/** A change by hand makes the list no newer than it was, but for as much as it takes to be kept instead of it (web/lib/browser-cache.ts). */
function change(list: Key, update: (hidden: string[]) => string[]) {
  const updatedAt = browserQueries.getQueryState(list)?.dataUpdatedAt ?? 0
  browserQueries.setQueryData<Recommended>(list, (known) => known && { ...known, hidden: update(known.hidden) }, {
    updatedAt: updatedAt + 1,
  })
}

/** What one looks at stays as it is, and is fetched anew when one comes back to it (D-51); unless nothing is left of it. */
function makeOld(list: Key) {
  const { offers = [], hidden = [] } = browserQueries.getQueryData<Recommended>(list) ?? {}
  const refetchType = offers.every(({ id }) => hidden.includes(id)) ? 'active' : 'none'
  void browserQueries.invalidateQueries({ queryKey: list, refetchType })
}

function sayFailed(title: string, { offer }: Leaving, error: unknown) {
  // The session was over: the frame leads to the sign-in page, and back.
  if (isAppError(error) && error.status === 401) return
  showToast({ title, description: `${offer.title}. ${messageOf(error, 'Please check your connection.')}`, variant: 'destructive' })
}
