/** What the heads of the front page and of the home screen are made of. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { firstNameOf } from '#contract/consumer-rules.ts'

import { formatCount } from '#web/lib/format-count.ts'
import { statisticsQuery } from '#web/offers/queries.ts'
import { useSession } from '#web/session/session-store.ts'

export const Hero = ({ kind = '', children }: { kind?: 'daily' | ''; children: ReactNode }) => (
  <>
    <div className="awning-hold">
      <div className="awning" aria-hidden="true" />
    </div>
    <section className={`hero ${kind}`} aria-label="Welcome">
      <div className="wrap">{children}</div>
    </section>
  </>
)

export const ExploreLink = ({ className }: { className: string }) => (
  <Link className={className} to={{ hash: 'offers' }}>
    Explore Offers
  </Link>
)

/** By the first word of the name (#48); to the server, and so at first to everyone, we are all guests. */
export function Greeting() {
  const name = useSession(({ user }) => firstNameOf(user?.name ?? ''))
  return <b>{name ? `Welcome, ${name}.` : 'Welcome to Kade.'}</b>
}

export function Counters() {
  const { data } = useQuery(statisticsQuery)
  const show = (value: number | undefined) => (value === undefined ? '–' : formatCount(value))
  return (
    <dl className="counters">
      <div>
        <dt>active offers</dt>
        <dd className="num">{show(data?.activeOffers)}</dd>
      </div>
      <div>
        <dt>partner shops</dt>
        <dd className="num">{show(data?.partnerShops)}</dd>
      </div>
      <div>
        <dt>average savings</dt>
        <dd className="num">{data ? `${data.averageSavings}%` : '–'}</dd>
      </div>
    </dl>
  )
}
