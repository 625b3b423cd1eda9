import { useSearchParams } from 'react-router'

import { NoIndex, PageHead } from '#web/frame/page-head.tsx'
import { FeaturedDeals } from '#web/landing/featured-deals.tsx'
import { useCity } from '#web/lib/city.tsx'
import { loadInBrowser, loadOnServer } from '#web/lib/load.ts'
import { LoadedQueries } from '#web/lib/loaded-queries.tsx'
import { loadOffers } from '#web/offers/load-offers.ts'
import { readFilters } from '#web/offers/offer-address.ts'
import { OfferSearch } from '#web/offers/offer-search.tsx'
import { ShopDirectory } from '#web/shops/shop-directory.tsx'

import type { Route } from './+types/home-page'
import { HomeHero } from './home-hero.tsx'
import { HomeTabs, tabOf } from './home-tabs.tsx'

/** The server knows nobody: it renders what is everybody's, and leaves room for what is recommended (D-58). */
export const loader = ({ context, url }: Route.LoaderArgs) => loadOnServer(context, (loading) => loadOffers(loading, url, whatIsAsked(url)))
export const clientLoader = ({ request, url }: Route.ClientLoaderArgs) =>
  loadInBrowser(request, (loading) => loadOffers(loading, url, whatIsAsked(url)))

const whatIsAsked = (url: URL) => ({ hasList: tabOf(readFilters(url.searchParams)) === 'all' })

/** Where somebody who is signed in begins (#12, #62). */
export default function HomePage({ loaderData }: Route.ComponentProps) {
  const city = useCity()
  const filters = readFilters(useSearchParams()[0])
  const isDirectory = filters.view === 'shops'
  return (
    <LoadedQueries {...loaderData}>
      <PageHead title={isDirectory ? `Shops in ${city.name} | Kade` : 'Home | Kade'} />
      <NoIndex />
      {isDirectory || <HomeHero />}
      {isDirectory || <FeaturedDeals />}
      <OfferSearch />
      {isDirectory ? <ShopDirectory filters={filters} /> : <HomeTabs filters={filters} />}
    </LoadedQueries>
  )
}
