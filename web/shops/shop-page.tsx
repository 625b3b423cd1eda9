import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { shopShareUrl } from '#contract/cover-rules.ts'
import { categoriesOf } from '#contract/shop-rules.ts'
import type { Shop } from '#contract/shop.ts'

import { ErrorPage } from '#web/frame/error-page.tsx'
import { PageHead } from '#web/frame/page-head.tsx'
import { categoryKey } from '#web/lib/categories.ts'
import { useCity } from '#web/lib/city.tsx'
import { toFailure } from '#web/lib/failure.ts'
import { languageOf } from '#web/lib/language.ts'
import { loadInBrowser, loadOnServer, type Loading } from '#web/lib/load.ts'
import { LoadedQueries } from '#web/lib/loaded-queries.tsx'
import { useClick } from '#web/interactions/use-click.ts'
import { toShopTarget } from '#web/likes/like-target.ts'
import { SaveButton } from '#web/likes/save-button.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { DetailSkeleton } from '#web/ui/detail-skeleton.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'

import type { Route } from './+types/shop-page'
import { shopOffersQuery, shopQuery } from './queries.ts'
import { toShopData } from './shop-data.ts'
import { ShopContact, ShopDock } from './shop-contact.tsx'
import { ShopHours } from './shop-hours.tsx'
import { ShopOffers } from './shop-offers.tsx'
import { Monogram, OpenBadge } from './shop-plate.tsx'
import { WithdrawnShop } from './withdrawn-shop.tsx'

async function load({ queries, later }: Loading, id: string) {
  later(queries.prefetchInfiniteQuery(shopOffersQuery(id)))
  await queries.ensureQueryData(shopQuery(id))
}

export const loader = ({ context, params }: Route.LoaderArgs) => loadOnServer(context, (loading) => load(loading, params.id))
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => loadInBrowser(request, (loading) => load(loading, params.id))

export default function ShopPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <LoadedQueries {...loaderData}>
      <div className="wrap">
        <BackLink to="/?view=shops">Back to all shops</BackLink>
        <ShopView id={params.id} />
      </div>
    </LoadedQueries>
  )
}

/** A shop that has left points to the others; every other failure is said as everywhere. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const failure = toFailure(error)
  return failure.code === 'shop_withdrawn' ? <WithdrawnShop failure={failure} /> : <ErrorPage error={error} />
}

function ShopView({ id }: { id: string }) {
  const query = useQuery(shopQuery(id))
  if (!query.data)
    return (
      <LoadState query={query} label="Loading shop" failure="Failed to load shop details. Please try again.">
        <DetailSkeleton />
      </LoadState>
    )
  return (
    <>
      <CachedData query={query} />
      <ShopArticle shop={query.data} />
      <ShopOffers id={id} />
      <ShopDock shop={query.data} />
    </>
  )
}

function ShopArticle({ shop }: { shop: Shop }) {
  const city = useCity()
  const categories = categoriesOf(shop)
  useClick('SHOP', shop.id)
  return (
    <article className="detail mt-2" data-category={categoryKey(categories[0])}>
      <PageHead
        title={`${shop.name}, offers and hours | Kade`}
        description={shop.description ?? `Offers, hours and contact of ${shop.name} in ${city.name}.`}
        path={`/shops/${shop.id}`}
        image={shopShareUrl(shop)}
        data={(toUrl) => toShopData(shop, toUrl)}
      />
      <div className="column">
        <div className="plate">
          <Monogram shop={shop} category={categories[0] ?? null} />
          <h1 lang={languageOf(shop.name)}>{shop.name}</h1>
          <OpenBadge shop={shop} />
        </div>
        {categories.length > 0 && (
          <p className="tagline">
            {categories.map((category) => (
              <Link key={category} to={`/?category=${encodeURIComponent(category)}`}>
                {category}
              </Link>
            ))}
          </p>
        )}
        <SaveButton target={toShopTarget(shop)} className="btn second justify-self-start" off="Add to Favorites" on="Saved to Favorites" />
        {shop.description && (
          <section className="panel words max-lg:order-1">
            <h2>About</h2>
            <p lang={languageOf(shop.description)}>{shop.description}</p>
          </section>
        )}
        <ShopHours shop={shop} className="max-lg:order-1" />
      </div>
      <ShopContact shop={shop} />
    </article>
  )
}
