import { useRef, useState } from 'react'

/**
 * A form that a button opens. Pressed once more the button hides it, with what is written in it; only who closes it drops that. `onOpen` hears
 * whether there is one.
 */
export function useFold(onOpen?: (isOpen: boolean) => void) {
  const [state, setState] = useState<'closed' | 'shown' | 'hidden'>('closed')
  const button = useRef<HTMLButtonElement>(null)
  const isShown = state === 'shown'
  const drop = () => {
    setState('closed')
    onOpen?.(false)
  }
  return {
    isShown,
    isOpen: state !== 'closed',
    /** For the button. */
    opener: { ref: button, 'aria-expanded': isShown },
    toggle: () => {
      setState(isShown ? 'hidden' : 'shown')
      onOpen?.(true)
    },
    /** What was open has done its work, or is no more. */
    drop,
    /** The focus goes back to the button. */
    close: () => {
      button.current?.focus()
      drop()
    },
  }
}
