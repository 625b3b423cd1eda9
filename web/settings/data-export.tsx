import { useMutation } from '@tanstack/react-query'

import { browserApi } from '#web/lib/browser.ts'
import { messageOf } from '#web/lib/failure-text.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toasts.ts'

/** All that is known about oneself, to take along. */
export function DataExport() {
  const download = useMutation({
    networkMode: 'always',
    mutationFn: () => browserApi('GET /consumer/export'),
    onSuccess: ({ data }) => {
      saveFile(`kade-my-data-${data.exportedAt.slice(0, 10)}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
      showToast({ title: 'Your data is saved as a file' })
    },
  })
  return (
    <section className="panel" id="data" tabIndex={-1} aria-labelledby="data-title">
      <h3 id="data-title">Your data</h3>
      <p className="muted mb-4">Everything that is known about you, as a JSON file.</p>
      {download.error && (
        <div className="mb-4">
          <Banner tone="bad">{messageOf(download.error, 'An error occurred. Please try again.')}</Banner>
        </div>
      )}
      <button
        type="button"
        className="btn second"
        aria-disabled={download.isPending}
        onClick={() => download.isPending || download.mutate()}
      >
        <Icon name="download-simple" />
        {download.isPending ? 'Gathering…' : 'Download my data'}
      </button>
    </section>
  )
}
