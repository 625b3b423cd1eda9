import { useInfiniteQuery } from '@tanstack/react-query'

import { messageOf } from '#web/lib/failure-text.ts'
import { isAppError } from '#web/lib/failure.ts'
import { LoadFailed } from '#web/ui/load-state.tsx'

import { DownloadButton } from './download-button.tsx'
import { ImportItem } from './import-item.tsx'
import { importsQuery, type Operator } from './queries.ts'

type Props = {
  operator: Operator
  shownId: string | undefined
  onShow: (id: string) => void
  onBegun: (id: string) => void
  onKeyMissing: () => void
}

/** What was imported, when, and what came of it; and the catalogue as files. */
export function ImportList({ operator, shownId, onShow, onBegun, onKeyMissing }: Props) {
  const list = useInfiniteQuery(importsQuery(operator))
  const imports = list.data?.pages.flatMap(({ data }) => data)
  return (
    <section className="panel mt-10" aria-labelledby="imports">
      <h2 id="imports">Imports</h2>
      <div className="import-acts mb-4">
        <DownloadButton
          keyText={operator.key}
          call="GET /superadmin/dashboard/export/offers.csv"
          label="Download all offers"
          onKeyMissing={onKeyMissing}
        >
          All offers
        </DownloadButton>
        <DownloadButton
          keyText={operator.key}
          call="GET /superadmin/dashboard/export/shops.csv"
          label="Download all shops"
          onKeyMissing={onKeyMissing}
        >
          All shops
        </DownloadButton>
      </div>
      {operator.key === '' && <p className="muted">What was imported, and when, is shown once the admin key is entered.</p>}
      {list.isFetching && !list.data && (
        <p className="spin" role="status">
          Loading the imports
        </p>
      )}
      {list.error && !isKeyRefused(list.error) && (
        <LoadFailed onRetry={() => void list.refetch()}>
          {messageOf(list.error, 'The list could not be loaded. Please check your connection and try again.')}
        </LoadFailed>
      )}
      {imports?.length === 0 && <p className="muted">Nothing has been imported yet.</p>}
      {imports && imports.length > 0 && (
        <ul className="import-list">
          {imports.map((each) => (
            <ImportItem key={each.id} operator={operator} item={each} isShown={each.id === shownId} onShow={onShow} onBegun={onBegun} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="btn second mt-4"
          aria-disabled={list.isFetchingNextPage}
          onClick={() => list.isFetchingNextPage || void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? 'Loading…' : 'Show earlier imports'}
        </button>
      )}
    </section>
  )
}

/** Which is said where the key is entered. */
const isKeyRefused = (error: unknown) => isAppError(error) && error.code === 'admin_key_required'
