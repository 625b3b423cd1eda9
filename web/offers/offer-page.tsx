import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { ONLINE } from '#contract/constants.ts'
import { coverUrl, offerShareUrl } from '#contract/cover-rules.ts'
import { detailTimeLabel, discountLabel, isOfferExpired } from '#contract/offer-rules.ts'
import type { OfferDetail } from '#contract/offer.ts'
import { shopIdOf, shopNameOf } from '#contract/shop-rules.ts'

import { ErrorPage } from '#web/frame/error-page.tsx'
import { PageHead } from '#web/frame/page-head.tsx'
import { categoryKey } from '#web/lib/categories.ts'
import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import { describeDistance } from '#web/lib/distance.ts'
import { toFailure } from '#web/lib/failure.ts'
import { loadInBrowser, loadOnServer, type Loading } from '#web/lib/load.ts'
import { LoadedQueries } from '#web/lib/loaded-queries.tsx'
import { useClick } from '#web/interactions/use-click.ts'
import { LikeButton } from '#web/likes/like-button.tsx'
import { toOfferTarget } from '#web/likes/like-target.ts'
import { useOrigin } from '#web/place/place-origin.tsx'
import { OfferReport } from '#web/reports/offer-report.tsx'
import { ReportedNote } from '#web/reports/reported-note.tsx'
import { AboutMerchant } from '#web/shops/about-merchant.tsx'
import { shopQuery } from '#web/shops/queries.ts'
import { ShopHours } from '#web/shops/shop-hours.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { DetailSkeleton } from '#web/ui/detail-skeleton.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'
import { Picture } from '#web/ui/picture.tsx'

import type { Route } from './+types/offer-page'
import { LargeDoorSign } from './door-sign.tsx'
import { OfferCatch } from './offer-catch.tsx'
import { OfferDock } from './offer-dock.tsx'
import { KeyDetails, OfferDescription, OfferTags, OfferTerms } from './offer-facts.tsx'
import { toOfferData } from './offer-data.ts'
import { OfferHead } from './offer-head.tsx'
import { OfferRedeem } from './offer-redeem.tsx'
import { offerDetailQuery, relatedOffersQuery } from './queries.ts'
import { OfferSave } from './offer-save.tsx'
import { OfferShare } from './offer-share.tsx'
import { RelatedOffers } from './related-offers.tsx'
import { Ticket } from './offer-ticket.tsx'
import { WithdrawnOffer } from './withdrawn-offer.tsx'

async function load({ queries, later }: Loading, id: string) {
  const offer = await queries.ensureQueryData(offerDetailQuery(id))
  later(queries.prefetchQuery(relatedOffersQuery(offer)))
  later(queries.prefetchQuery(shopQuery(shopIdOf(offer.shop) ?? '')))
}

export const loader = ({ context, params }: Route.LoaderArgs) => loadOnServer(context, (loading) => load(loading, params.id))
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => loadInBrowser(request, (loading) => load(loading, params.id))

export default function OfferPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <LoadedQueries {...loaderData}>
      <div className="wrap">
        <BackLink to="/">Back to all offers</BackLink>
        <OfferView id={params.id} />
      </div>
    </LoadedQueries>
  )
}

/** A withdrawn offer leaves similar ones behind; every other failure is said as everywhere. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failure = toFailure(error)
  return failure.code === 'offer_withdrawn' ? <WithdrawnOffer failure={failure} /> : <ErrorPage error={error} />
}

function OfferView({ id }: { id: string }) {
  const query = useQuery(offerDetailQuery(id))
  if (!query.data)
    return (
      <LoadState query={query} label="Loading offer" failure="Failed to load offer details. Please try again.">
        <DetailSkeleton />
      </LoadState>
    )
  return (
    <>
      <CachedData query={query} />
      <OfferArticle offer={query.data} />
      <RelatedOffers offer={query.data} />
      <OfferDock offer={query.data} />
    </>
  )
}

/** Status, picture, what it is, the catch: the order of a phone. A wide screen puts status and price beside the picture. */
function OfferArticle({ offer }: { offer: OfferDetail }) {
  const city = useCity()
  const now = useNow()
  useClick('OFFER', offer.id)
  const isExpired = isOfferExpired(offer, now)
  const saving = discountLabel(offer)
  return (
    <article className={isExpired ? 'detail ended' : 'detail'} data-category={categoryKey(offer.category)}>
      <PageHead
        title={`${offer.title}${saving ? `, ${saving.toLowerCase()} off` : ''} at ${shopNameOf(offer.shop)} | Kade`}
        description={offer.description ?? `An offer of ${shopNameOf(offer.shop)} in ${city.name}.`}
        path={`/offers/${offer.id}`}
        image={offerShareUrl(offer)}
        data={(toUrl) => toOfferData(offer, now, city, toUrl)}
      />
      <div className="column aside lg:col-start-2">
        <LargeDoorSign offer={offer} className="max-lg:order-1">
          <WhereAndWhen offer={offer} />
        </LargeDoorSign>
        <ReportedNote offer={offer} className="max-lg:order-1" />
        <OfferHead offer={offer} className="max-lg:order-3" />
        <OfferSave offer={offer} className="max-lg:order-7" />
        <OfferRedeem offer={offer} className={isExpired ? 'max-lg:order-3' : 'max-lg:order-7'} />
        <OfferReport key={offer.id} offer={offer} className="max-lg:order-7" />
        <AboutMerchant shop={offer.shop} category={offer.category} className="max-lg:order-9" />
      </div>
      <div className="column lg:col-start-1 lg:row-start-1">
        <div className={`front max-lg:order-2 ${isExpired ? 'expired' : ''}`}>
          <Picture src={offer.imageUrl ?? offer.shop.imageUrl} cover={coverUrl(offer)} alt={offer.title} isFirst isWide />
          <Ticket offer={offer} isBig />
          <LikeButton target={toOfferTarget(offer)} guestWay="question" />
          {isExpired && <p className="stamp">EXPIRED</p>}
          <Link className="badge on-art" to={`/?category=${encodeURIComponent(offer.category)}`}>
            {offer.category}
          </Link>
        </div>
        <OfferCatch offer={offer} className="max-lg:order-4" />
        <KeyDetails offer={offer} className="max-lg:order-6" />
        <OfferDescription offer={offer} className="max-lg:order-5" />
        <OfferTerms offer={offer} className="max-lg:order-8" />
        <ShopHours shop={offer.shop} className="max-lg:order-10" />
        <OfferShare offer={offer} className="max-lg:order-11" />
        <OfferTags offer={offer} className="max-lg:order-11" />
      </div>
    </article>
  )
}

/** That it has ended, the door sign has said. */
function WhereAndWhen({ offer }: { offer: OfferDetail }) {
  const city = useCity()
  const now = useNow()
  const { text, from } = describeDistance(offer.shop.location, useOrigin())
  const isOnline = offer.category === ONLINE && !offer.shop.location
  const where = from ? `${text} from ${from}` : isOnline ? ONLINE : text === 'Unknown distance' ? text : `${text} away`
  return isOfferExpired(offer, now) ? where : `${where}. ${detailTimeLabel(offer, now, city)}`
}
