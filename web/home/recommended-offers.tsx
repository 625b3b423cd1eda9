import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'

import { isOfferExpired } from '#contract/offer-rules.ts'
import { isPersonal } from '#contract/recommendation-texts.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { pickOfferCovers } from '#web/offers/pick-offer-covers.ts'
import { OfferSkeleton } from '#web/offers/offer-skeleton.tsx'
import { useOrigin } from '#web/place/place-origin.tsx'
import { useSession } from '#web/session/session-store.ts'
import { EmptyShop } from '#web/ui/empty-shop.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'

import { recommendedQuery } from './queries.ts'
import { RecommendedCard } from './recommended-card.tsx'

/** What fits this shopper, best first. */
export function RecommendedOffers({ userId }: { userId: string }) {
  const query = useRecommended(userId)
  const now = useNow()
  const { offers: all, hidden } = query.data ?? {}
  const offers = all?.filter((offer) => !hidden?.includes(offer.id) && !isOfferExpired(offer, now))
  // Of all of them: no picture changes because the one beside it has gone.
  const covers = useMemo(() => pickOfferCovers([{ data: all ?? [] }])[0], [all])
  const isEmpty = offers?.length === 0
  const allOffers = (
    <Link className="btn second mt-4" to="?tab=all" preventScrollReset>
      See all offers
    </Link>
  )
  return (
    <Frame isGeneral={offers && !isEmpty && !offers.some(({ reason }) => isPersonal(reason))}>
      {query.data && <CachedData query={query} />}
      {offers === undefined || (isEmpty && query.isFetching) ? (
        <LoadState query={query} label="Loading offers" failure="Failed to load data. Please try again later.">
          <OfferSkeleton count={8} />
        </LoadState>
      ) : isEmpty ? (
        <EmptyShop title="No offers found">{allOffers}</EmptyShop>
      ) : (
        <ul className="cards">
          {offers.map((offer) => (
            <RecommendedCard key={offer.id} offer={offer} userId={userId} cover={covers?.get(offer.id)} />
          ))}
        </ul>
      )}
      {query.isError && !offers && allOffers}
    </Frame>
  )
}

/** For where the shopper is, as far as that is known. What is there for another place shows until there is something better. */
function useRecommended(userId: string) {
  const { key: city } = useCity()
  const origin = useOrigin()
  const near = origin.isApproximate ? undefined : origin.near
  const query = useQuery(recommendedQuery({ userId, city, near }))
  const { data, refetch } = query
  const asked = data?.near
  useEffect(() => {
    if (asked !== undefined && asked !== (near ?? null)) void refetch({ cancelRefetch: false })
  }, [asked, near, refetch])
  return query
}

/** Its place, while nobody knows yet for whom. */
export const RecommendedShell = () => (
  <Frame>
    <OfferSkeleton count={8} />
  </Frame>
)

/** `isGeneral`: nothing in it speaks of the shopper. Who has told nothing yet is asked to. */
function Frame({ isGeneral = false, children }: { isGeneral?: boolean | undefined; children: ReactNode }) {
  const { name } = useCity()
  const isUnknown = useSession(
    ({ user, likedOffers, likedShops }) =>
      [likedOffers, likedShops, user?.interestedCategories, user?.interestedTags].every((list) => !list?.length) && isGeneral,
  )
  return (
    <section id="offers" className="recommended wrap pb-14" aria-labelledby="recommended">
      <div className="list-head">
        <h2 id="recommended" tabIndex={-1}>
          Recommended Offers
        </h2>
        <p className="muted">
          {isGeneral ? `For everyone in ${name}.` : 'By what you like and open, and your interests.'}{' '}
          <Link className="link" to={isUnknown ? '/settings#interests' : '/settings#recommendations'}>
            {isUnknown ? 'Choose your interests' : 'Why these?'}
          </Link>
          {isUnknown && ', and it becomes yours.'}
        </p>
      </div>
      {children}
    </section>
  )
}
