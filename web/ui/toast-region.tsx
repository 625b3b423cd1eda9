/** Draws the toasts, by Radix: read out, swiped away to the right, reached by F8. Loaded with the first toast only. */
import { Toast as Radix } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'

import { TOAST } from '#contract/constants.ts'

import { Icon } from './icon.tsx'
import { toasts, type Toast } from './toasts.ts'

export function ToastRegion({ list, isAskedFor }: { list: readonly Toast[]; isAskedFor: boolean }) {
  const region = useRef<HTMLOListElement>(null)
  // F8 was what loaded it: from now on Radix hears the key itself.
  useEffect(() => {
    if (isAskedFor) region.current?.focus()
  }, [isAskedFor])
  return (
    <Radix.Provider duration={TOAST.duration} swipeDirection="right" swipeThreshold={TOAST.swipe} label="Notification">
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport ref={region} className="toasts" hotkey={['F8']} label="Notifications ({hotkey})" />
    </Radix.Provider>
  )
}

function ToastCard({ toast: { id, title, description, action, open, variant, icon } }: { toast: Toast }) {
  const card = useRef<HTMLLIElement>(null)
  // Another takes its place while somebody is at its buttons: they stay among the notifications.
  useLayoutEffect(() => {
    const { current } = card
    return () => {
      if (current?.contains(document.activeElement)) current.closest('ol')?.focus()
    }
  }, [])
  return (
    <Radix.Root
      ref={card}
      className={variant === 'destructive' ? 'toast bad' : 'toast'}
      open={open}
      onOpenChange={(isOpen) => isOpen || toasts.dismiss(id)}
    >
      <Icon name={icon ?? (variant === 'destructive' ? 'warning' : 'check')} />
      <div>
        <div>
          <Radix.Title asChild>
            <strong>{title}</strong>
          </Radix.Title>
          {description && (
            <Radix.Description asChild>
              <p>{description}</p>
            </Radix.Description>
          )}
        </div>
        {action && (
          <Radix.Action asChild altText={action.label}>
            {'to' in action ? (
              <Link to={action.to}>{action.label}</Link>
            ) : (
              <button type="button" onClick={action.run}>
                {action.label}
              </button>
            )}
          </Radix.Action>
        )}
      </div>
      <Radix.Close className="close" aria-label="Close">
        <Icon name="x" />
      </Radix.Close>
    </Radix.Root>
  )
}
