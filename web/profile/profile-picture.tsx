import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { UPLOAD } from '#contract/constants.ts'
import type { Consumer } from '#contract/consumer.ts'

import { endRefusedSession } from '#web/lib/browser.ts'
import { messageOf } from '#web/lib/failure-text.ts'
import { usePassedFocus, type Heirs } from '#web/lib/use-passed-focus.ts'
import { getSession, updateUser } from '#web/session/session-store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { pictureProblem, uploadPicture } from './upload-picture.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** Changes the picture, or takes it away; either takes effect at once, whatever becomes of the fields beside it (D-47). */
export function ProfilePicture({ user }: { user: Consumer }) {
  const id = useId()
  const { upload, progress } = useUpload(user)
  const removal = useSaveProfile(user)
  const [refusal, setRefusal] = useState<ReturnType<typeof pictureProblem>>()
  const choose = (file: File | undefined) => {
    if (!file || upload.isPending) return
    const problem = pictureProblem(file)
    setRefusal(problem)
    upload.reset()
    if (problem) showToast({ ...problem, variant: 'destructive' })
    else upload.mutate(file)
  }
  const remove = () => removal.mutate({ imageUrl: null }, { onSuccess: () => showToast({ title: 'Picture removed' }) })
  return (
    <div className="grid gap-2">
      <div className="fld">
        <label htmlFor={id}>Profile picture</label>
        <input
          id={id}
          type="file"
          accept={UPLOAD.types.join(',')}
          aria-describedby={`${id}h`}
          aria-invalid={refusal ? true : undefined}
          onChange={(event) => {
            choose(event.target.files?.[0])
            // The same file may be chosen once more, after a failure.
            event.target.value = ''
          }}
        />
        <p id={`${id}h`} className="hint">
          JPG, PNG or GIF, up to 5 MB. It shows at once.{refusal && ' The file that you chose was not taken.'}
        </p>
      </div>
      {user.imageUrl && <RemoveButton isBusy={removal.isPending} onRemove={remove} />}
      <div role="status">{upload.isPending && <Sending share={progress} />}</div>
      {upload.error && <Banner tone="bad">{messageOf(upload.error, 'An error occurred during upload.')}</Banner>}
    </div>
  )
}

const TO_FIELD: Heirs = [(gone) => gone.parentElement?.querySelector('input')]

function RemoveButton({ isBusy, onRemove }: { isBusy: boolean; onRemove: () => void }) {
  const ref = usePassedFocus<HTMLButtonElement>(TO_FIELD)
  return (
    <button ref={ref} type="button" className="btn quiet -ml-3 justify-self-start" aria-disabled={isBusy} onClick={onRemove}>
      Remove picture
    </button>
  )
}

function useUpload({ id }: Consumer) {
  const [progress, setProgress] = useState(0)
  const upload = useMutation({
    networkMode: 'always',
    mutationFn: (file: File) => {
      const { token } = getSession()
      setProgress(0)
      return uploadPicture({ id, token, file, onProgress: setProgress }).catch((error: unknown) => {
        endRefusedSession(token, error)
        throw error
      })
    },
    onSuccess: (imageUrl) => {
      const { user } = getSession()
      if (user?.id === id) updateUser({ ...user, imageUrl })
      showToast({ title: 'Picture updated' })
    },
  })
  return { upload, progress }
}

const Sending = ({ share }: { share: number }) => (
  <div className="grid gap-2">
    <progress className="progress" aria-label="Sent" value={share} />
    <p className="spin">{share < 1 ? `Sending, ${Math.round(share * 100)}%` : 'Sent. The picture is being prepared.'}</p>
  </div>
)
