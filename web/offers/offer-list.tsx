import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation, useNavigationType } from 'react-router'

import { LIST_PART } from '#contract/constants.ts'
import { isOfferExpired } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'
import type { Covers } from '#web/lib/pick-covers.ts'
import { useDrawnPages } from '#web/lib/use-drawn-pages.ts'
import { PlaceChip } from '#web/place/place-chip.tsx'
import { useOrigin } from '#web/place/place-origin.tsx'
import { NoIndex } from '#web/frame/page-head.tsx'
import { EmptyShop } from '#web/ui/empty-shop.tsx'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'
import { ListPage, ListPages } from '#web/ui/list-page.tsx'
import { FirstPage, ShowMore } from '#web/ui/show-more.tsx'

import { changeFilters, clearAllBut, withNear, writeFilters, type FilterProps, type OfferFilters } from './offer-address.ts'
import { StatusShape } from './door-sign.tsx'
import { OfferCard } from './offer-card.tsx'
import { pickOfferCovers } from './pick-offer-covers.ts'
import { countFilters } from './offer-chips.tsx'
import { describeCount } from './offer-count.ts'
import { OfferSkeleton } from './offer-skeleton.tsx'
import { offerListQuery } from './queries.ts'
import { useFilters } from './use-filters.ts'
import { WishLink } from './wish-link.tsx'

type ListedPage = { data: Offer[] }

/** The running offers that fit the wishes in the address. Old results stay until the new ones are there. */
export function OfferList({ filters }: { filters: OfferFilters }) {
  const origin = useOrigin()
  // The place may become known while the list is there: it stays until the new one has come.
  const list = useInfiniteQuery({ ...offerListQuery(withNear(filters, origin)), placeholderData: keepPreviousData })
  const pages = useDrawnPages(list)
  const items = useRef<HTMLDivElement>(null)
  const { tab: _, ...wishes } = filters
  const asked = writeFilters(wishes)
  const section = useTopOfList(asked)
  const isBusy = useIsFiltering() || list.isPlaceholderData
  const { filters: wished, change } = useFilters()
  // Without wishes the featured offers come first, and their picture with them.
  const isJumpedTo = asked !== ''
  const now = useNow()
  const city = useCity()
  const drawn = pages.data?.pages
  const next = drawn?.at(-1)?.nextCursor
  // Where all that was loaded has ended meanwhile, the next page comes.
  const hasOffers = drawn && (Boolean(next) || drawn.some(({ data }) => data.some((offer) => !isOfferExpired(offer, now))))
  return (
    <section id="offers" ref={section} data-begin={isJumpedTo || undefined} aria-labelledby="available" className="wrap pb-14">
      <div className="list-head">
        <h2 id="available" tabIndex={-1}>
          Available Offers
        </h2>
        <p className="muted" role="status">
          {drawn?.[0] && describeCount(drawn[0], filters)}
        </p>
        <div className="list-chips">
          <UsableNow filters={wished} change={change} />
          <PlaceChip filters={wished} change={change} />
        </div>
        <Link className="link" to={{ search: '?view=shops' }}>
          All shops
        </Link>
      </div>
      {filters.cursor && <FirstPage to={writeFilters(changeFilters(filters, {}))} />}
      {drawn && !pages.isFetchNextPageError && <CachedData query={list} />}
      {hasOffers === undefined ? (
        <LoadState query={list} label="Loading offers" failure="Failed to load data. Please try again later.">
          <OfferSkeleton count={8} />
        </LoadState>
      ) : !hasOffers ? (
        <NoOffers filters={filters} change={change} />
      ) : (
        <div className="list" aria-busy={isBusy}>
          <div ref={items}>
            <OfferPages pages={drawn ?? []} isFirstOnPage={isJumpedTo} />
          </div>
          <ShowMore
            pages={pages}
            list={items}
            to={writeFilters({ ...filters, cursor: next ?? '' })}
            waiting={<OfferSkeleton count={LIST_PART} />}
          />
          {origin.isApproximate && (
            <p className="hint mt-6">Distances are measured from the centre of {city.name}, so they are approximate.</p>
          )}
        </div>
      )}
    </section>
  )
}

/** The question that most come with, one press away. */
const UsableNow = ({ filters, change }: FilterProps) => (
  <WishLink
    className={filters.usable ? 'chip on' : 'chip'}
    filters={filters}
    wish={{ usable: filters.usable ? undefined : 'now' }}
    change={change}
    aria-current={filters.usable ? 'true' : undefined}
  >
    <StatusShape status="usable" />
    Usable now
  </WishLink>
)

/** The cards, page by page. */
function OfferPages({ pages, isFirstOnPage }: { pages: ListedPage[]; isFirstOnPage: boolean }) {
  const covers = pickOfferCovers(pages)
  const isRunning = useIsRunning()
  return (
    <ListPages pages={pages} isShown={isRunning}>
      {({ data }, number) => (
        <OfferListPage offers={data} covers={covers[number]!} isTop={number === 0} isFirstOnPage={isFirstOnPage && number === 0} />
      )}
    </ListPages>
  )
}

/** `isFirstOnPage`: the picture of its first offer is not left for later. */
type OfferListPageProps = { offers: Offer[]; covers: Covers; isTop: boolean; isFirstOnPage: boolean }

/** One page of them. However long the list grows, what has not changed is not drawn anew. */
const OfferListPage = memo(function OfferListPage({ offers, covers, isTop, isFirstOnPage }: OfferListPageProps) {
  const first = isFirstOnPage ? offers[0] : undefined
  return (
    <ListPage items={offers} isTop={isTop} isShown={useIsRunning()}>
      {(some) =>
        some.map((offer) => (
          <OfferCard key={offer.id} offer={offer} labels="landing" isInList isFirst={offer === first} cover={covers.get(offer.id)} />
        ))
      }
    </ListPage>
  )
})

/** Those that have ended since they came are not shown. */
function useIsRunning() {
  const now = useNow()
  return (offer: Offer) => !isOfferExpired(offer, now)
}

const NoOffers = ({ filters, change }: FilterProps) =>
  filters.q || countFilters(filters) > 0 ? (
    <EmptyShop title="No current offers found">
      <NoIndex />
      <p>We couldn't find any current offers matching your search.</p>
      <WishLink className="btn" filters={filters} wish={clearAllBut('tab')} change={change}>
        Clear search
      </WishLink>
    </EmptyShop>
  ) : (
    <EmptyShop title="No offers found" />
  )

/** Whether other wishes have been made on this page, and their answer is on its way. */
function useIsFiltering() {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  return navigation.state === 'loading' && navigation.location.pathname === pathname
}

/**
 * Who comes by a link with wishes begins at the list; who changes them far down begins at its top again. Going back keeps the place.
 */
function useTopOfList(wishes: string) {
  const section = useRef<HTMLElement>(null)
  const type = useNavigationType()
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const before = shown.current
    shown.current = wishes
    if (before === wishes || type === 'POP' || !section.current) return
    if (before === undefined ? wishes !== '' : isBehindSearch(section.current)) section.current.scrollIntoView()
  }, [wishes, type])
  return section
}

/** The search bar sticks to the top, so what lies behind it is not seen. */
function isBehindSearch(section: HTMLElement) {
  const search = document.querySelector('[role="search"]')
  return search !== null && section.getBoundingClientRect().top < search.getBoundingClientRect().bottom - 1
}
