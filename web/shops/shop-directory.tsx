import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useRef } from 'react'
import { Link } from 'react-router'

import { LIST_PART } from '#contract/constants.ts'
import { coverOfShop, shopCoverUrl } from '#contract/cover-rules.ts'
import { countWords } from '#contract/format-count.ts'
import type { Shop } from '#contract/shop.ts'

import { NoIndex } from '#web/frame/page-head.tsx'
import { pickCovers, type Covers } from '#web/lib/pick-covers.ts'
import { useDrawnPages } from '#web/lib/use-drawn-pages.ts'
import { changeFilters, writeFilters, type OfferFilters } from '#web/offers/offer-address.ts'
import { EmptyShop } from '#web/ui/empty-shop.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'
import { ListPage, ListPages } from '#web/ui/list-page.tsx'
import { FirstPage, ShowMore } from '#web/ui/show-more.tsx'

import { shopListQuery } from './queries.ts'
import { ShopCard } from './shop-card.tsx'
import { ShopSkeleton } from './shop-skeleton.tsx'

/** Every shop, by name, or by what is searched for (D-11). */
export function ShopDirectory({ filters }: { filters: OfferFilters }) {
  const list = useInfiniteQuery(shopListQuery(filters))
  const pages = useDrawnPages(list)
  const items = useRef<HTMLDivElement>(null)
  const first = pages.data?.pages[0]
  return (
    <section className="shop-cards wrap pb-14" aria-labelledby="shops">
      <div className="list-head">
        <h1 id="shops" className="text-2xl">
          All Shops
        </h1>
        <p className="muted" role="status">
          {first && (first.totalIsMore ? 'More than ' : '') + countWords(first.total, 'shop', 'shops')}
        </p>
        <Link className="link" to={{ search: '' }}>
          All offers
        </Link>
      </div>
      {filters.cursor && <FirstPage to={writeFilters(changeFilters(filters, {}))} />}
      {pages.data && !pages.isFetchNextPageError && <CachedData query={list} />}
      {first === undefined ? (
        <LoadState query={list} label="Loading shops" failure="Failed to load data. Please try again later.">
          <ShopSkeleton count={8} />
        </LoadState>
      ) : first.data.length === 0 ? (
        <EmptyShop level="h2" title={filters.q ? 'No shops found for this search' : 'No shops yet'}>
          {filters.q && <NoIndex />}
          <Link className="btn" to={filters.q ? '/?view=shops' : '/'} preventScrollReset>
            {filters.q ? 'Clear search' : 'Back to Home'}
          </Link>
        </EmptyShop>
      ) : (
        <>
          <div ref={items}>
            <ShopPages pages={pages.data?.pages ?? []} />
          </div>
          <ShowMore
            pages={pages}
            list={items}
            to={writeFilters({ ...filters, cursor: pages.data?.pages.at(-1)?.nextCursor ?? '' })}
            waiting={<ShopSkeleton count={LIST_PART} />}
          />
        </>
      )}
    </section>
  )
}

/** The cards, page by page. */
function ShopPages({ pages }: { pages: { data: Shop[] }[] }) {
  const covers = pickCovers(pages, coverOfShop, shopCoverUrl)
  return (
    <ListPages pages={pages}>{({ data }, number) => <ShopListPage shops={data} covers={covers[number]!} isTop={number === 0} />}</ListPages>
  )
}

/** One page of them. However long the list grows, what has not changed is not drawn anew. */
const ShopListPage = memo(function ShopListPage({ shops, covers, isTop }: { shops: Shop[]; covers: Covers; isTop: boolean }) {
  return (
    <ListPage items={shops} isTop={isTop}>
      {(some) =>
        some.map((shop) => <ShopCard key={shop.id} shop={shop} cover={covers.get(shop.id)!} isFirst={isTop && shop === shops[0]} />)
      }
    </ListPage>
  )
})
