/** Whoever asked for something goes on where it is: on a phone that is far from the button. */
export function goOnAt(place: HTMLElement | null, around: HTMLElement | null = place) {
  place?.focus({ preventScroll: true })
  around?.scrollIntoView({ block: 'nearest' })
}
