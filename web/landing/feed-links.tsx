import { writeFilters, type OfferFilters } from '#web/offers/offer-address.ts'

/** The same list as a feed, for those who would rather be told. */
export function FeedLinks({ filters }: { filters: OfferFilters }) {
  const { cursor: _, sort: _order, radius, ...wishes } = filters
  // A distance needs a place, which the address of a list may leave to whoever reads it.
  const query = writeFilters(wishes.near && radius ? { ...wishes, radius } : wishes)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title="Offers on Kade" href={`/feed.atom${query}`} />
      <link rel="alternate" type="application/feed+json" title="Offers on Kade" href={`/feed.json${query}`} />
    </>
  )
}
