/** Asks the browser where it is. Only ever called because somebody pressed something that needs to know. */
import { GEOLOCATION } from '#contract/constants.ts'

import { showToast } from '#web/ui/toasts.ts'

import { choosePlace, isAskingForPlace, noteAsking } from './place-store.ts'

/** By the codes of GeolocationPositionError (#238). */
const MESSAGES: Record<number, string> = {
  1: 'Location access denied. Please enable location services.',
  2: 'Location information is unavailable.',
  3: 'Location request timed out. Try again later.',
}

/**
 * Answers whether the place is known now. A failure says why in a toast, which leads to where a place is chosen by hand, unless one `isThere`
 * already; distances stay as they are. Who chooses another place meanwhile is heard, and the browser's answer no longer.
 */
export async function askPosition({ isThere = false } = {}): Promise<boolean> {
  if (isAskingForPlace()) return false
  const fail = (title: string, description: string) =>
    showToast({
      title,
      description,
      variant: 'destructive',
      ...(!isThere && { action: { label: 'Choose a place', to: '/settings#distances' } }),
    })
  if (!('geolocation' in navigator)) {
    fail('Location Not Supported', 'Geolocation is not supported by your browser. Distances will be approximate.')
    return false
  }
  noteAsking(true)
  try {
    const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, GEOLOCATION),
    )
    if (!isAskingForPlace()) return false
    choosePlace({ lat: coords.latitude, lng: coords.longitude })
    return true
  } catch (error) {
    if (!isAskingForPlace()) return false
    noteAsking(false)
    const { code } = error as Partial<GeolocationPositionError>
    fail('Location Error', MESSAGES[code ?? 0] ?? 'Could not get your location')
    return false
  }
}
