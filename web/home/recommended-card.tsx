import { memo, useEffect, useEffectEvent, useState } from 'react'

import type { RecommendedOffer } from '#contract/recommendation.ts'
import { reasonText } from '#contract/recommendation-texts.ts'

import { useCity } from '#web/lib/city.tsx'
import { OfferCard } from '#web/offers/offer-card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useLoadedPart } from '#web/ui/use-loaded-part.ts'

import { recommendedKey } from './queries.ts'

type Props = { offer: RecommendedOffer; cover: string | undefined; userId: string }

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

const loadDismissal = () => import('./dismiss-offer.ts')
/** What follows a press is fetched as soon as one is likely. */
const prepare = () => void loadDismissal().catch(() => undefined)

function DismissButton({ offer, userId }: Omit<Props, 'cover'>) {
  const [pressed, press] = useState<HTMLElement>()
  const part = useLoadedPart(pressed !== undefined, loadDismissal, () => press(undefined))
  const dismiss = useEffectEvent((button: HTMLElement) => part?.dismissOffer(recommendedKey(userId), offer, button))
  useEffect(() => {
    if (part && pressed) void dismiss(pressed)?.finally(() => press(undefined))
  }, [part, pressed])
  return (
    <button
      type="button"
      className="remove"
      aria-label={`Not interested in ${offer.title}`}
      title="Not interested"
      aria-busy={pressed !== undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
      // The second press of two is not meant for the card that has come into the place of the first.
      onClick={(event) => event.detail < 2 && press(event.currentTarget)}
    >
      <Icon name="x" />
    </button>
  )
}
