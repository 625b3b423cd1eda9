import { useEffect } from 'react'
import { useBlocker } from 'react-router'

import { isSignedIn } from '#web/session/session-store.ts'
import { AlertDialog, CancelButton } from '#web/ui/dialog.tsx'

/**
 * Asks whoever leaves a form in which something was changed: by a link, by Back, or by closing the tab, where the browser asks in its own
 * words. Another tab of the same page is no leaving. Who is signed out has nothing left to save.
 */
export function LeaveQuestion({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && isSignedIn() && currentLocation.pathname !== nextLocation.pathname,
  )
  const isHeld = isChanged && blocker.state !== 'proceeding'
  useEffect(() => {
    if (!isHeld) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isHeld])
  return (
    <AlertDialog
      title="Leave without saving?"
      description="You have changed something here that is not saved yet."
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isWanted) => isWanted || blocker.reset?.()}
    >
      <div className="row">
        <CancelButton>Keep editing</CancelButton>
        <button type="button" className="btn danger" onClick={() => blocker.proceed?.()}>
          Discard changes
        </button>
      </div>
    </AlertDialog>
  )
}
