import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { takeFocus } from '#web/ui/form-field.tsx'

import { useDemoRemoval } from './use-import.ts'

/** With the first real import the invented city has done its work. */
export function DemoRemoval({ keyText }: { keyText: string }) {
  const removal = useDemoRemoval(keyText)
  // The button goes with the demo city: whoever pressed it goes on here.
  if (removal.isSuccess)
    return (
      <div ref={takeFocus} tabIndex={-1}>
        <Banner tone="good">{removal.data.message}</Banner>
      </div>
    )
  return (
    <section className="panel">
      <h2>The demo city is still there</h2>
      <p className="muted mb-3">Its shops and offers are invented. Remove them now that real ones have come.</p>
      {removal.error && <p className="mb-3 text-on-error">{messageOf(removal.error, 'That did not work. Please try again.')}</p>}
      <button type="button" className="btn second" aria-disabled={removal.isPending} onClick={() => removal.isPending || removal.mutate()}>
        Remove the demo city
      </button>
    </section>
  )
}
