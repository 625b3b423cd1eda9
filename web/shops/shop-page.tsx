import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { shopShareUrl } from '#contract/cover-rules.ts'
import { directionsUrl, positionOf } from '#contract/distance.ts'
import { categoriesOf } from '#contract/shop-rules.ts'
import type { Shop } from '#contract/shop.ts'

import { PageHead } from '#web/frame/page-head.tsx'
import { categoryKey } from '#web/lib/categories.ts'
import { useCity } from '#web/lib/city.tsx'
import { phoneLink, socialLink } from '#web/lib/links.ts'
import { loadInBrowser, loadOnServer, type Loading } from '#web/lib/load.ts'
import { LoadedQueries } from '#web/lib/loaded-queries.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'

import type { Route } from './+types/shop-page'
import { shopOffersQuery, shopQuery } from './queries.ts'
import { toShopData } from './shop-data.ts'
import { ShopHours } from './shop-hours.tsx'
import { ShopLines } from './shop-lines.tsx'
import { ShopOffers } from './shop-offers.tsx'
import { Monogram, OpenBadge } from './shop-plate.tsx'

async function load({ queries, later }: Loading, id: string) {
  later(queries.prefetchInfiniteQuery(shopOffersQuery(id)))
  await queries.ensureQueryData(shopQuery(id))
}

export const loader = ({ context, params }: Route.LoaderArgs) => loadOnServer(context, (loading) => load(loading, params.id))
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => loadInBrowser(request, (loading) => load(loading, params.id))

export default function ShopPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <LoadedQueries state={loaderData.state}>
      <div className="wrap">
        <BackLink to="/?view=shops">Back to all shops</BackLink>
        <ShopView id={params.id} />
      </div>
    </LoadedQueries>
  )
}

function ShopView({ id }: { id: string }) {
  const query = useQuery(shopQuery(id))
  if (!query.data) return <LoadState query={query} label="Loading shop" failure="Failed to load shop details. Please try again." />
  return (
    <>
      <CachedData query={query} />
      <ShopArticle shop={query.data} />
      <ShopOffers id={id} />
    </>
  )
}

function ShopArticle({ shop }: { shop: Shop }) {
  const city = useCity()
  const categories = categoriesOf(shop)
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
          <h1>{shop.name}</h1>
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
        {shop.description && (
          <section className="panel prose max-lg:order-1">
            <h2>About</h2>
            <p>{shop.description}</p>
          </section>
        )}
        <ShopHours shop={shop} className="max-lg:order-1" />
      </div>
      <ShopContact shop={shop} />
    </article>
  )
}

function ShopContact({ shop }: { shop: Shop }) {
  const position = positionOf(shop.location)
  const call = phoneLink(shop.phone)
  return (
    <div className="column aside">
      <section className="merchant">
        <div className="in">
          <h2>Contact Information</h2>
          <ShopLines shop={shop} />
          <FollowUs shop={shop} />
          <div className="row">
            {position && (
              <a className="btn" href={directionsUrl(position)} target="_blank" rel="noopener noreferrer">
                <Icon name="navigation-arrow" />
                Get Directions
              </a>
            )}
            {call && (
              <a className="btn second" href={call}>
                <Icon name="phone" />
                Call Shop
              </a>
            )}
          </div>
        </div>
      </section>
    </div>
  )
}

const NETWORKS = [
  ['facebook', 'Facebook', 'facebook-logo'],
  ['twitter', 'Twitter', 'x-logo'],
  ['instagram', 'Instagram', 'instagram-logo'],
] as const

/** Only the networks that the shop names. */
function FollowUs({ shop }: { shop: Shop }) {
  const links = NETWORKS.flatMap(([network, name, icon]) => {
    const href = socialLink(network, shop.socialMedia[network])
    return href ? [{ name, icon, href }] : []
  })
  if (links.length === 0) return null
  return (
    <>
      <h3 className="text-md">Follow Us</h3>
      <div className="-ml-2.5 flex gap-1">
        {links.map(({ name, icon, href }) => (
          <a key={name} className="icon-btn" href={href} target="_blank" rel="noopener noreferrer nofollow" aria-label={name}>
            <Icon name={icon} />
          </a>
        ))}
      </div>
    </>
  )
}
