import { messageOf } from '#web/lib/failure-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Icon } from '#web/ui/icon.tsx'

import { useDownload, type FileCall } from './use-download.ts'

type Props = { keyText: string; call: FileCall; id?: string; label: string; children: string; onKeyMissing?: () => void }

/** Saves a file that needs the admin key. `label` tells one such button from the others. */
export function DownloadButton({ keyText, call, id, label, children, onKeyMissing }: Props) {
  const download = useDownload(keyText, call, id)
  const start = () => {
    if (!keyText) onKeyMissing?.()
    else if (!download.isPending) download.mutate()
  }
  return (
    <>
      <button
        type="button"
        className="btn second"
        aria-label={download.isPending ? undefined : label}
        aria-disabled={download.isPending}
        onClick={start}
      >
        <Icon name="download-simple" />
        {download.isPending ? 'Gathering…' : children}
      </button>
      {download.error && <Banner tone="bad">{messageOf(download.error, 'The file could not be downloaded. Please try again.')}</Banner>}
    </>
  )
}
