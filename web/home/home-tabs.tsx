import { Link } from 'react-router'

import { writeFilters, type OfferFilters } from '#web/offers/offer-address.ts'
import { OfferList } from '#web/offers/offer-list.tsx'
import { useSession } from '#web/session/session-store.ts'

import { RecommendedOffers, RecommendedShell } from './recommended-offers.tsx'

/** Which tab shows stands in the address. Whoever searches or filters looks through all offers. */
export const tabOf = ({ tab, ...wishes }: OfferFilters): 'recommended' | 'all' =>
  tab === 'all' || writeFilters(wishes) !== '' ? 'all' : 'recommended'

/** Two tabs that are places: links, so that they open elsewhere, come back by Back, and work before the page is alive. */
export function HomeTabs({ filters }: { filters: OfferFilters }) {
  const userId = useSession(({ user }) => user?.id)
  const tab = tabOf(filters)
  const current = (name: typeof tab) => tab === name && ({ 'aria-current': 'page' } as const)
  return (
    <>
      <div className="wrap">
        <nav className="tabs" aria-label="Which offers">
          <Link to={{ search: '' }} preventScrollReset {...current('recommended')}>
            Recommended Offers
          </Link>
          <Link to={{ search: writeFilters({ ...filters, tab: 'all' }) }} preventScrollReset {...current('all')}>
            All Offers
          </Link>
        </nav>
      </div>
      {tab === 'all' ? <OfferList filters={filters} /> : userId ? <RecommendedOffers key={userId} userId={userId} /> : <RecommendedShell />}
    </>
  )
}
