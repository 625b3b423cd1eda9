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

import { recommendedKey, type Recommended } from './queries.ts'

type Leaving = {
  userId: string
  offer: RecommendedOffer
  card: HTMLElement | null
  /** Where in the list it stood. */
  place: number
  isTakenBack: boolean
}

/** `button` is the one on the card of the offer; the focus goes on from there. */
export async function dismissOffer(userId: string, offer: RecommendedOffer, button: HTMLElement) {
  const place = listOf(userId)?.offers.findIndex(({ id }) => id === offer.id) ?? 0
  const leaving = { userId, offer, card: button.closest('li'), place, isTakenBack: false }
  const sent = browserApi('POST /consumer/not-interested', { body: { offerId: offer.id } })
  const wasTaken = sent.then(
    () => true,
    () => false,
  )
  const toast = showToast({
    title: 'Not recommended to you any more',
    description: offer.title,
    action: { label: 'Undo', run: () => void undo(leaving, wasTaken) },
  })
  await foldCard(leaving.card, () => takeOut(leaving), document.getElementById('recommended'))
  if (await wasTaken) {
    // A list that was asked for before may have come meanwhile.
    if (!leaving.isTakenBack) await takeOut(leaving)
  } else {
    toasts.dismiss(toast)
    putBack(leaving)
    await sent.catch((error: unknown) => sayFailed('Not saved', leaving, error))
  }
  makeOld(userId)
}

async function undo(leaving: Leaving, wasTaken: Promise<boolean>) {
  leaving.isTakenBack = true
  putBack(leaving)
  if (!(await wasTaken)) return
  try {
    await browserApi('DELETE /consumer/not-interested/{id}', { params: { id: leaving.offer.id } })
  } catch (error) {
    await takeOut(leaving)
    sayFailed('That could not be undone', leaving, error)
  }
  makeOld(leaving.userId)
}

const listOf = (userId: string) => browserQueries.getQueryData<Recommended>(recommendedKey(userId))

/** A change by hand makes the list no newer than it was. */
function change(userId: string, update: (offers: RecommendedOffer[]) => RecommendedOffer[]) {
  const queryKey = recommendedKey(userId)
  const updatedAt = browserQueries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  browserQueries.setQueryData<Recommended>(queryKey, (known) => known && { ...known, offers: update(known.offers) }, { updatedAt })
}

/** What is being fetched just now was asked for before. */
async function takeOut({ userId, offer }: Leaving) {
  await browserQueries.cancelQueries({ queryKey: recommendedKey(userId) })
  change(userId, (offers) => offers.filter(({ id }) => id !== offer.id))
}

function putBack({ userId, offer, card, place }: Leaving) {
  if (card) card.inert = false
  for (const animation of card?.getAnimations() ?? []) animation.cancel()
  change(userId, (offers) => (offers.some(({ id }) => id === offer.id) ? offers : offers.toSpliced(place, 0, offer)))
}

/** What one looks at stays as it is, and is fetched anew when one comes back to it (D-51); unless nothing is left of it. */
function makeOld(userId: string) {
  const refetchType = listOf(userId)?.offers.length === 0 ? 'active' : 'none'
  void browserQueries.invalidateQueries({ queryKey: recommendedKey(userId), refetchType })
}

function sayFailed(title: string, { offer }: Leaving, error: unknown) {
  // The session was over: the frame leads to the sign-in page, and back.
  if (isAppError(error) && error.status === 401) return
  showToast({ title, description: `${offer.title}. ${messageOf(error, 'Please check your connection.')}`, variant: 'destructive' })
}
