/**
 * How a page gets its data, the same for every page:
 *
 *     const load = async ({ queries, later }: Loading, id: string) => {
 *       const offer = await queries.ensureQueryData(offerDetailQuery(id))   // essential: the page waits for it
 *       later(queries.prefetchQuery(relatedOffersQuery(offer)))            // optional: may fail, or come later
 *     }
 *     export const loader = ({ context, params }) => loadOnServer(context, (loading) => load(loading, params.id))
 *     export const clientLoader = ({ request, params }) => loadInBrowser(request, (loading) => load(loading, params.id))
 *
 * The component then reads the same queries with `useQuery`, inside a `LoadedQueries` with the loader's `state`.
 */
import { CancelledError, type Query, type QueryClient } from '@tanstack/react-query'
import { data, type RouterContextProvider } from 'react-router'

import { CACHE_LIFE, SERVER_TIMEOUT, SLOW_AFTER } from '#contract/constants.ts'
import { pageContext } from '#contract/page-context.ts'
import { SECOND } from '#contract/time.ts'

import { getOrigin, originOf, type AskedFrom } from '#web/place/place-store.ts'

import { browserQueries } from './browser.ts'
import { isAppError, isBroken, isUnavailable, toFailure } from './failure.ts'
import { packQueries } from './pack-queries.ts'
import { createQueryClient } from './query-client.ts'

export type Loading = {
  queries: QueryClient
  /** From where distances are asked for. */
  origin: AskedFrom
  /** What the page can stand without. The server still waits for it, the browser does not. */
  later: (optional: Promise<unknown>) => void
}
export type Loaded = {
  /** The queries that the server has filled (pack-queries.ts). */
  state: string | undefined
  /** The server has drawn the page for somebody who saves data. */
  savesData?: boolean
  /** It has been waited for so long that it shows itself without its data. */
  isLate?: boolean
}

/** Fills the queries of one request. "Not found" and its like become the page's error with its status; an unreachable database a 503 whose page tries again by itself. */
export async function loadOnServer(context: Readonly<RouterContextProvider>, load: (loading: Loading) => Promise<void>) {
  const { api, city, savesData } = context.get(pageContext)
  const queries = createQueryClient(api)
  const optional: Promise<unknown>[] = []
  const begun = performance.now()
  const origin = originOf(undefined, city.center)
  const status = await load({ queries, origin, later: (promise) => void optional.push(promise) }).then(
    () => 200,
    (error: unknown) => statusOf(error, savesData),
  )
  // The page answers in time (D-28), whatever of this is there by then.
  await within(SERVER_TIMEOUT - SECOND - (performance.now() - begun), Promise.allSettled(optional))
  return data<Loaded>({ state: packQueries(queries), ...(savesData && { savesData }) }, { status })
}

/**
 * The same in the browser. What is in its memory is shown at once and refreshed behind; who goes elsewhere meanwhile waits for nothing. After a
 * while (D-28) the page shows itself without what is still on its way.
 */
export async function loadInBrowser(request: Request, load: (loading: Loading) => Promise<void>): Promise<Loaded> {
  request.signal.addEventListener('abort', () => void browserQueries.cancelQueries({ predicate: (query) => !query.isActive() }))
  browserQueries.removeQueries({ type: 'inactive', predicate: isOver })
  const later = (promise: Promise<unknown>) => void promise.catch(() => undefined)
  const loaded = load({ queries: browserQueries, origin: getOrigin(), later }).then(
    () => 200,
    // What is on the screen stays, and the part that failed says so; one that was cancelled is asked for again by the page.
    (error: unknown) => (isBroken(error) || error instanceof CancelledError ? 503 : statusOf(error)),
  )
  // Once the page is there, it says itself what has failed.
  loaded.catch(() => undefined)
  return { state: undefined, isLate: (await within(SLOW_AFTER, loaded)) === undefined }
}

/** What has left the browser's cache leaves its memory. */
const isOver = ({ meta, state }: Query) =>
  meta?.keep !== undefined && state.fetchStatus === 'idle' && state.dataUpdatedAt + CACHE_LIFE[meta.keep] <= Date.now()

/** What comes of it, or undefined when it has not come in so many milliseconds. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), milliseconds)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function statusOf(error: unknown, savesData = false) {
  if (isUnavailable(error)) return 503
  if (!isAppError(error)) throw error
  const failure = toFailure(error)
  throw data(savesData ? { ...failure, savesData } : failure, { status: failure.status })
}
