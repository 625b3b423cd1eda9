/** What the front page and the home screen both begin with. */
import { useQuery } from '@tanstack/react-query'

import { firstNameOf } from '#contract/person-name.ts'
import { formatCount } from '#contract/format-count.ts'

import { statisticsQuery } from '#web/offers/queries.ts'
import { useSession } from '#web/session/session-store.ts'

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
