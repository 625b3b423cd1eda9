import { useSearchParams } from 'react-router'

import { cityShareUrl } from '#contract/cover-rules.ts'

import { LegalLinks } from '#web/frame/footer.tsx'
import { PageHead } from '#web/frame/page-head.tsx'
import { useCity } from '#web/lib/city.tsx'
import { loadInBrowser, loadOnServer } from '#web/lib/load.ts'
import { LoadedQueries } from '#web/lib/loaded-queries.tsx'
import { loadOffers } from '#web/offers/load-offers.ts'
import { pickIndexed, readFilters, writeFilters } from '#web/offers/offer-address.ts'
import { OfferList } from '#web/offers/offer-list.tsx'
import { OfferSearch } from '#web/offers/offer-search.tsx'
import { ShopDirectory } from '#web/shops/shop-directory.tsx'

import type { Route } from './+types/landing-page'
import { FeaturedDeals } from './featured-deals.tsx'
import { FeedLinks } from './feed-links.tsx'
import { LandingHero } from './landing-hero.tsx'

export const loader = ({ context, url }: Route.LoaderArgs) => loadOnServer(context, (loading) => loadOffers(loading, url))
export const clientLoader = ({ request, url }: Route.ClientLoaderArgs) => loadInBrowser(request, (loading) => loadOffers(loading, url))

export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const city = useCity()
  const [search] = useSearchParams()
  const filters = readFilters(search)
  const isDirectory = filters.view === 'shops'
  return (
    <LoadedQueries {...loaderData}>
      <PageHead
        title={isDirectory ? `Shops in ${city.name} | Kade` : `Kade: deals near you in ${city.name}`}
        path={`/${writeFilters(pickIndexed(filters))}`}
        image={cityShareUrl(city)}
        description={`Offers of shops in ${city.name}. Each says whether you can use it now, until when, how far it is, and what the catch is.`}
      />
      {isDirectory || <FeedLinks filters={filters} />}
      {isDirectory || <LandingHero />}
      {isDirectory || <FeaturedDeals />}
      <OfferSearch />
      {isDirectory ? <ShopDirectory filters={filters} /> : <OfferList filters={filters} />}
      <div className="wrap">
        <p className="base text-sm">
          <span>Kade keeps no exact position of guests.</span>
          <LegalLinks />
        </p>
      </div>
    </LoadedQueries>
  )
}
