import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useRef, type MouseEvent, type RefObject } from 'react'
import { Link } from 'react-router'

import type { Consumer } from '#contract/consumer.ts'
import type { DismissedOffer } from '#contract/recommendation.ts'
import { shopNameOf } from '#contract/shop-rules.ts'
import { formatDay, wallTime } from '#contract/time.ts'
import type { Page } from '#contract/wire.ts'

import { browserApi } from '#web/lib/browser.ts'
import { useCity } from '#web/lib/city.tsx'
import { messageOf } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { languageOf } from '#web/lib/language.ts'
import { TO_NEXT_ROW, usePassedFocus, type Heirs } from '#web/lib/use-passed-focus.ts'
import { CachedData, LoadFailed, LoadState } from '#web/ui/load-state.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { dismissedKey, dismissedQuery } from './queries.ts'

/** Offers that somebody is not interested in, each to be taken back. */
export function DismissedOffers({ user }: { user: Consumer }) {
  const list = useInfiniteQuery(dismissedQuery(user.id))
  const rows = useRef<HTMLUListElement>(null)
  const takeBack = useTakeBack(user)
  const pages = list.data?.pages
  if (!pages) return <LoadState query={list} label="Loading your list" failure="Failed to load data. Please try again later." />
  const offers = pages.flatMap((page) => page.data)
  return (
    <>
      {!list.isFetchNextPageError && <CachedData query={list} />}
      {offers.length === 0 ? (
        <p className="muted">Nothing yet. The cross at a recommended offer puts it here.</p>
      ) : (
        <ul className="devices" ref={rows} aria-labelledby="not-interested">
          {offers.map((offer) => (
            <DismissedRow
              key={offer.id}
              offer={offer}
              isBusy={takeBack.isPending && takeBack.variables.id === offer.id}
              onUndo={() => takeBack.isPending || takeBack.mutate(offer)}
            />
          ))}
        </ul>
      )}
      <MoreRows list={list} rows={rows} />
    </>
  )
}

type MoreProps = { list: UseInfiniteQueryResult<InfiniteData<Page<DismissedOffer>>>; rows: RefObject<HTMLUListElement | null> }

/** Who asked by keyboard goes on at the first new row. */
function MoreRows({ list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }, rows }: MoreProps) {
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    const row = firstNew.current === undefined ? undefined : rows.current?.children[firstNew.current]
    if (!row) return
    firstNew.current = undefined
    row.querySelector('button')?.focus()
  })
  if (!hasNextPage) return null
  const more = () => void fetchNextPage({ cancelRefetch: false })
  const press = (event: MouseEvent) => {
    if (event.detail === 0) firstNew.current = rows.current?.children.length
    more()
  }
  return (
    <div className="grid gap-4 justify-items-start">
      {isFetchNextPageError && <LoadFailed onRetry={more}>Failed to load data. Please try again later.</LoadFailed>}
      <button type="button" className="btn quiet" aria-disabled={isFetchingNextPage} onClick={press}>
        {isFetchingNextPage ? 'Loading…' : 'Show more'}
      </button>
    </div>
  )
}

/** Behind the last one goes on at their heading. */
const HEIRS: Heirs = [...TO_NEXT_ROW, () => document.querySelector('#not-interested')]

function DismissedRow({ offer, isBusy, onUndo }: { offer: DismissedOffer; isBusy: boolean; onUndo: () => void }) {
  const id = useId()
  const ref = usePassedFocus<HTMLButtonElement>(HEIRS)
  const { timeZone } = useCity()
  const day = formatDay(wallTime(Date.parse(offer.dismissedAt), timeZone).day)
  return (
    <li>
      <div className="min-w-0">
        <p className="device-name" lang={languageOf(offer.title)}>
          {offer.isWithdrawn ? offer.title : <Link to={`/offers/${offer.id}`}>{offer.title}</Link>}
        </p>
        <p id={id} className="hint">
          {shopNameOf(offer.shop)}, {day}
        </p>
      </div>
      <button
        ref={ref}
        type="button"
        className="btn second"
        aria-label={`Undo: not interested in ${offer.title}`}
        aria-describedby={id}
        aria-disabled={isBusy}
        onClick={onUndo}
      >
        Undo
      </button>
    </li>
  )
}

/** The offer may be recommended again. */
function useTakeBack({ id: consumerId }: Consumer) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: DismissedOffer) => browserApi('DELETE /consumer/not-interested/{id}', { params: { id } }),
    onSuccess: (_, { id, title }) => {
      queries.setQueryData<InfiniteData<Page<DismissedOffer>>>(dismissedKey(consumerId), (known) => known && without(known, id))
      void queries.invalidateQueries({ queryKey: dismissedKey(consumerId) })
      void queries.invalidateQueries({ queryKey: ['consumer', 'recommended-offers'] })
      showToast({ title: 'May be recommended again', description: title })
    },
    onError: (error) => {
      if (isAppError(error) && error.status === 401) return
      showToast({ title: 'Not undone', description: messageOf(error, 'Please check your connection.'), variant: 'destructive' })
    },
  })
}

const without = ({ pages, ...rest }: InfiniteData<Page<DismissedOffer>>, gone: string) => ({
  ...rest,
  pages: pages.map((page) => ({ ...page, data: page.data.filter(({ id }) => id !== gone), total: page.total - 1 })),
})
