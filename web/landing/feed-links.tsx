import { writeFilters, type OfferFilters } from '#web/offers/offer-address.ts'

/** The same list as a feed, for those who would rather be told. */
export function FeedLinks({ filters }: { filters: OfferFilters }) {
  const { cursor: _, sort: _order, ...wishes } = filters
  const query = writeFilters(wishes)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title="Offers on Kade" href={`/feed.atom${query}`} />
      <link rel="alternate" type="application/feed+json" title="Offers on Kade" href={`/feed.json${query}`} />
    </>
  )
}
