import { isAppError } from '#web/lib/failure.ts'
import { Banner } from '#web/ui/banner.tsx'

type Removal = { isPending: boolean; isSuccess: boolean; error: unknown; data: { message: string } | undefined }

/** With the first real import the invented city has done its work. */
export function DemoRemoval({ removal, onRemove }: { removal: Removal; onRemove: () => void }) {
  if (removal.isSuccess) return <Banner tone="good">{removal.data?.message}</Banner>
  return (
    <section className="panel">
      <h2>The demo city is still there</h2>
      <p className="muted mb-3">Its shops and offers are invented. Remove them now that real ones have come.</p>
      {removal.error !== null && (
        <p className="mb-3 text-on-error">{isAppError(removal.error) ? removal.error.message : 'That did not work. Please try again.'}</p>
      )}
      <button type="button" className="btn second" disabled={removal.isPending} onClick={onRemove}>
        Remove the demo city
      </button>
    </section>
  )
}
