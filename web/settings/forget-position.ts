import { changePlace } from '#web/place/place-store.ts'

/** Distances are measured from the centre again. What the tab kept goes as well, or the next page would know it anew. */
export function forgetPosition() {
  changePlace({ position: undefined, isAsking: false })
  try {
    sessionStorage.removeItem('place')
  } catch {
    // Storage is switched off: then nothing was kept.
  }
}
