import { useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'

import type { loader } from '#web/root.tsx'

const never = () => () => undefined

/** The whole address of a page, as others reach it: under the address that the operator has named, or else the one that we came by. */
export function usePageUrl(path: string) {
  const publicUrl = useRouteLoaderData<typeof loader>('root')?.publicUrl
  const own = useSyncExternalStore(
    never,
    () => location.origin,
    () => '',
  )
  return (publicUrl ?? own) + path
}
