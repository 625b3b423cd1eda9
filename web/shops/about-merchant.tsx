import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { shopIdOf } from '#contract/shop-rules.ts'
import type { ShopSummary } from '#contract/shop.ts'

import { languageOf } from '#web/lib/language.ts'
import { phoneLink } from '#web/lib/links.ts'
import { Icon } from '#web/ui/icon.tsx'

import { shopQuery } from './queries.ts'
import { ShopLines } from './shop-lines.tsx'
import { ShopPlate } from './shop-plate.tsx'

/** The shop behind an offer. The offer knows its name and place; phone, website and description come with the shop. */
export function AboutMerchant({ shop: summary, category, className }: { shop: ShopSummary; category: string; className: string }) {
  const id = shopIdOf(summary) ?? ''
  const { data } = useQuery({ ...shopQuery(id), throwOnError: false })
  const shop = data ?? { ...summary, phone: null, website: null, description: null, category }
  const call = phoneLink(shop.phone)
  return (
    <section className={`merchant ${className}`}>
      <div className="in">
        <h2>About the Merchant</h2>
        <ShopPlate shop={shop} category={shop.category ?? category}>
          <h3 lang={languageOf(shop.name)}>{shop.name}</h3>
        </ShopPlate>
        {shop.description && (
          <p className="muted" lang={languageOf(shop.description)}>
            {shop.description}
          </p>
        )}
        <ShopLines shop={shop} />
        <div className="row">
          <Link className="btn second" to={`/shops/${id}`} prefetch="intent">
            View Profile
          </Link>
          {call && (
            <a className="btn second" href={call}>
              <Icon name="phone" />
              Call Now
            </a>
          )}
        </div>
      </div>
    </section>
  )
}
