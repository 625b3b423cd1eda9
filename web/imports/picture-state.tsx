import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { formatCount } from '#contract/format-count.ts'
import type { FetchedPictures } from '#contract/fetched-pictures.ts'
import { formatMoment } from '#contract/offer-rules.ts'

import { asOperator } from '#web/lib/as-operator.ts'
import { useCity } from '#web/lib/city.tsx'
import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'

type Props = { keyText: string; onKeyMissing: () => void }

/** The state as it was last asked for. It is forgotten with the page, as the admin key is, which stands in no key of it. */
const usePictureState = (key: string) =>
  useQuery({
    queryKey: ['superadmin', 'pictures'],
    queryFn: async () => (await asOperator(key)('GET /superadmin/dashboard/pictures')).data,
    enabled: false,
    gcTime: 0,
    throwOnError: false,
  })

/** How it stands with the pictures that files name: fetched, still to come, given up and why. */
export function PictureState({ keyText, onKeyMissing }: Props) {
  const state = usePictureState(keyText)
  const heading = useRef<HTMLHeadingElement>(null)
  const retry = useMutation({
    networkMode: 'always',
    mutationFn: () => asOperator(keyText)('POST /superadmin/dashboard/pictures/retry'),
    onSuccess: () => {
      heading.current?.focus()
      void state.refetch()
    },
  })
  const show = () => {
    retry.reset()
    if (!keyText) onKeyMissing()
    else if (!state.isFetching) void state.refetch()
  }
  return (
    <section className="panel mt-10" aria-labelledby="pictures">
      <h2 id="pictures" ref={heading} tabIndex={-1}>
        Pictures
      </h2>
      <p className="muted mb-4">
        Which pictures of offers and shops have been fetched from the addresses in your files, and which could not be.
      </p>
      <div className="import-acts">
        <button type="button" className="btn second" aria-disabled={state.isFetching} onClick={show}>
          {state.data ? 'Load again' : 'Show pictures'}
        </button>
        {state.data && state.data.failed > 0 && (
          <button type="button" className="btn second" aria-disabled={retry.isPending} onClick={() => retry.isPending || retry.mutate()}>
            {retry.isPending ? 'Asking…' : 'Ask again for those given up'}
          </button>
        )}
      </div>
      <div role="status" className="reported-state">
        {state.isFetching && <p className="spin">Loading the state of pictures</p>}
        {retry.data && <p>{retry.data.message}</p>}
        {state.data && !state.isFetching && <p>{describe(state.data)}</p>}
      </div>
      {retry.error && !retry.isPending && <Banner tone="bad">{messageOf(retry.error, FAILED)}</Banner>}
      {state.error && !state.isFetching && <Banner tone="bad">{messageOf(state.error, FAILED)}</Banner>}
      {state.data && state.data.problems.length > 0 && <Problems problems={state.data.problems} />}
    </section>
  )
}

const FAILED = 'That did not reach the server. Please check your connection and try again.'
const MEGABYTE = 1_000_000

function describe({ isOn, kept, bytes, waiting, failed }: FetchedPictures) {
  const counts = `${formatCount(kept)} fetched (${(bytes / MEGABYTE).toFixed(1)} MB), ${formatCount(waiting)} still to be asked, ${formatCount(failed)} given up.`
  return isOn
    ? counts
    : `Pictures are not fetched here: browsers load them from their addresses. ${kept + waiting + failed > 0 ? counts : ''}`
}

const Problems = ({ problems }: Pick<FetchedPictures, 'problems'>) => {
  const city = useCity()
  return (
    <ul className="reported-list" aria-label="What went wrong last">
      {problems.map(({ url, reason, attempts, isFinal, at }) => (
        <li key={url}>
          <p>{url}</p>
          <p>{reason}</p>
          <p className="muted">
            {isFinal ? 'Given up' : 'To be asked again'}, {attempts === 1 ? 'asked once' : `asked ${attempts} times`}, last on{' '}
            {formatMoment(at, city)}
          </p>
        </li>
      ))}
    </ul>
  )
}
