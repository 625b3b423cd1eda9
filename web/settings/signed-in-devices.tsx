import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useNavigate } from 'react-router'

import type { Consumer, Device } from '#contract/consumer.ts'
import { formatMoment } from '#contract/offer-rules.ts'
import { formatDay, wallTime } from '#contract/time.ts'

import { browserApi } from '#web/lib/browser.ts'
import { useCity } from '#web/lib/city.tsx'
import { isAppError } from '#web/lib/failure.ts'
import { messageOf } from '#web/lib/failure-text.ts'
import { usePassedFocus, type Heirs } from '#web/lib/use-passed-focus.ts'
import { clearSession } from '#web/session/session-store.ts'
import { CachedData, LoadState } from '#web/ui/load-state.tsx'
import { showToast } from '#web/ui/toasts.ts'

import { devicesKey, devicesQuery } from './queries.ts'

/** Where one is signed in, each to be ended, or all at once. */
export function SignedInDevices({ user }: { user: Consumer }) {
  const devices = useQuery(devicesQuery(user.id))
  const end = useEndSession(user)
  const endAll = useEndAllSessions()
  return (
    <section className="panel" id="devices" tabIndex={-1} aria-labelledby="devices-title">
      <h3 id="devices-title" tabIndex={-1}>
        Signed-in devices
      </h3>
      {devices.data ? (
        <>
          <CachedData query={devices} />
          <ul className="devices">
            {devices.data.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                isBusy={end.isPending && end.variables === device.id}
                onEnd={() => end.isPending || end.mutate(device.id)}
              />
            ))}
          </ul>
        </>
      ) : (
        <LoadState query={devices} label="Loading your devices" failure="Failed to load data. Please try again later." />
      )}
      <button type="button" className="btn second" aria-disabled={endAll.isPending} onClick={() => endAll.isPending || endAll.mutate()}>
        Sign out everywhere
      </button>
      <p className="hint mt-2">This device, too.</p>
    </section>
  )
}

/** Not to the next device: a second Enter would sign that one out. */
const TO_HEADING: Heirs = [() => document.querySelector('#devices-title')]

function DeviceRow({ device, isBusy, onEnd }: { device: Device; isBusy: boolean; onEnd: () => void }) {
  const id = useId()
  const ref = usePassedFocus<HTMLButtonElement>(TO_HEADING)
  const { timeZone } = useCity()
  const since = formatDay(wallTime(Date.parse(device.signedInAt), timeZone).day)
  return (
    <li>
      <div className="min-w-0">
        <p className="device-name">
          {device.name}
          {device.isThisOne && <span className="badge">This device</span>}
        </p>
        <p id={id} className="hint">
          Signed in {since}, last seen {formatMoment(device.lastSeenAt, { timeZone })}
        </p>
      </div>
      {!device.isThisOne && (
        <button
          ref={ref}
          type="button"
          className="btn second"
          aria-label={`Sign out ${device.name}`}
          aria-describedby={id}
          aria-disabled={isBusy}
          onClick={onEnd}
        >
          Sign out
        </button>
      )}
    </li>
  )
}

const sayFailure = (error: unknown) => {
  if (isAppError(error) && error.status === 401) return
  showToast({ title: 'Not signed out', description: messageOf(error, 'An error occurred. Please try again.'), variant: 'destructive' })
}

/** Ends one. Where it has ended already, that is what was wanted. */
function useEndSession({ id: consumerId }: Consumer) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) =>
      browserApi('DELETE /consumer/sessions/{id}', { params: { id } }).catch((error: unknown) => {
        if (!isAppError(error) || error.code !== 'not_found') throw error
      }),
    onSuccess: (_, id) => {
      queries.setQueryData(devicesQuery(consumerId).queryKey, (known) => known?.filter((device) => device.id !== id))
      void queries.invalidateQueries({ queryKey: devicesKey(consumerId) })
      showToast({ title: 'Signed out there' })
    },
    onError: sayFailure,
  })
}

function useEndAllSessions() {
  const navigate = useNavigate()
  return useMutation({
    networkMode: 'always',
    mutationFn: () => browserApi('DELETE /consumer/sessions'),
    onSuccess: async () => {
      clearSession()
      await navigate('/', { replace: true })
      showToast({ title: 'Signed out everywhere' })
    },
    onError: sayFailure,
  })
}
