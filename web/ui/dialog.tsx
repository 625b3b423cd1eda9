import { AlertDialog as Radix } from 'radix-ui'
import { useRef, type ReactElement, type ReactNode } from 'react'

type Props = {
  /** The button that opens it, and has the focus again once it is closed. Without one it goes back to where it was. */
  trigger?: ReactElement
  title: string
  description: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Puts the focus where it belongs; without it the button that cancels has it. */
  onOpened?: () => void
  /** Asked when it has closed whether it has put the focus somewhere itself, as where the button that opened it is about to go. */
  onClosed?: () => boolean
  /** Drawn while it is open, so that what was written in it is gone with it. */
  children: ReactNode
}

/**
 * A question over the page that wants an answer: it holds the focus and closes by Escape. The ground behind it is ours: Radix's own locks
 * scrolling by a style element, which the policy of our pages refuses (dialog.css does it).
 */
export function AlertDialog({ trigger, title, description, isOpen, onOpenChange, onOpened, onClosed, children }: Props) {
  const before = useRef<Element>(null)
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <div className="question-ground">
          <Radix.Content
            className="question"
            aria-modal
            onOpenAutoFocus={(event) => {
              before.current = document.activeElement
              if (!onOpened) return
              event.preventDefault()
              onOpened()
            }}
            onCloseAutoFocus={(event) => {
              if (onClosed?.()) return event.preventDefault()
              if (trigger) return
              event.preventDefault()
              if (before.current instanceof HTMLElement) before.current.focus()
            }}
          >
            <Radix.Title>{title}</Radix.Title>
            <Radix.Description className="muted">{description}</Radix.Description>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const CancelButton = ({ children }: { children: string }) => <Radix.Cancel className="btn second">{children}</Radix.Cancel>
