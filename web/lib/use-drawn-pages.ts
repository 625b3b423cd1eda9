import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

/**
 * The pages of a list as they are drawn: between what fingers do, not before it. Until what has come is on the screen, it counts as
 * being on its way.
 */
export function useDrawnPages<Page>(list: UseInfiniteQueryResult<InfiniteData<Page>>) {
  const data = useDeferredValue(list.data)
  const isBehind = data !== list.data
  return {
    data,
    hasNextPage: list.hasNextPage || isBehind,
    isFetchingNextPage: list.isFetchingNextPage || isBehind,
    isFetchNextPageError: list.isFetchNextPageError,
    fetchNextPage: list.fetchNextPage,
  }
}
