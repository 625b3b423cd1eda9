import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/** Escape turns back, for whoever is inside of an element. */
export function useEscape(place: RefObject<HTMLElement | null>, run: () => void) {
  const turnBack = useEffectEvent(run)
  // With what it is about: what has the focus at once hears the key at once.
  useLayoutEffect(() => {
    const element = place.current
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') turnBack()
    }
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [place])
}
