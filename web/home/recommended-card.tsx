import { memo, useState } from 'react'

import type { RecommendedOffer } from '#contract/recommendation.ts'
import { reasonText } from '#contract/recommendation-texts.ts'

import { useCity } from '#web/lib/city.tsx'
import { OfferCard } from '#web/offers/offer-card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

const loadDismissal = () => import('./dismiss-offer.ts')

type Props = { offer: RecommendedOffer; cover: string; userId: string }

/** An offer with the reason why it is recommended, and a way to say that it is not wanted. */
export const RecommendedCard = memo(function RecommendedCard({ offer, cover, userId }: Props) {
  const { name } = useCity()
  return (
    <OfferCard offer={offer} isInList cover={cover}>
      <div className="why">
        <p>{reasonText(offer.reason, name)}</p>
        <DismissButton offer={offer} userId={userId} />
      </div>
    </OfferCard>
  )
})

/** What follows a press is fetched as soon as one is likely. */
function DismissButton({ offer, userId }: Omit<Props, 'cover'>) {
  const [isBusy, setIsBusy] = useState(false)
  const prepare = () => void loadDismissal().catch(() => undefined)
  const press = (button: HTMLElement) => {
    setIsBusy(true)
    loadDismissal().then(
      ({ dismissOffer }) => dismissOffer(userId, offer, button),
      () => {
        setIsBusy(false)
        showToast({ title: 'That could not be loaded', description: 'Please try again.', variant: 'destructive' })
      },
    )
  }
  return (
    <button
      type="button"
      className="remove"
      aria-label={`Not interested in ${offer.title}`}
      title="Not interested"
      aria-busy={isBusy}
      onPointerEnter={prepare}
      onFocus={prepare}
      // The second press of two is not meant for the card that has come into the place of the first.
      onClick={(event) => isBusy || (event.detail < 2 && press(event.currentTarget))}
    >
      <Icon name="x" />
    </button>
  )
}
