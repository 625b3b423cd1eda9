/**
 * Short messages over the page. `showToast` may be called from anywhere in the browser; the region that draws them
 * (toast-region.tsx) is loaded when the first one comes.
 */
import { TOAST } from '#contract/constants.ts'

import type { IconName } from './icon.tsx'

export type Toast = {
  id: string
  title: string
  description?: string
  /** One thing that can be done about it: a place to go to, or something to run. */
  action?: { label: string; to: string } | { label: string; run: () => void }
  open: boolean
  variant: 'default' | 'destructive'
  /** What stands before the words: a tick, or a warning where something is wrong, unless it says otherwise. */
  icon?: IconName
}
export type NewToast = Pick<Toast, 'title'> & Partial<Pick<Toast, 'description' | 'action' | 'variant' | 'icon'>>

/** Whatever has an action is about something of its own, however alike the words. */
const saysTheSame = (one: NewToast, other: NewToast) =>
  !one.action && !other.action && one.title === other.title && one.description === other.description

/** A store of toasts, the newest first. A dismissed one stays a while, closed, so that it can leave in peace. */
export function createToasts(wait: (run: () => void, milliseconds: number) => unknown = setTimeout) {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly Toast[]) => {
    toasts = next
    for (const listen of listeners) listen()
  }
  const update = (id: string, change: Partial<Omit<Toast, 'id'>>) =>
    set(toasts.map((toast) => (toast.id === id ? { ...toast, ...change } : toast)))

  return {
    list: () => toasts,
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    /** Answers the new toast's id. One that says the same gives way to it, and beyond the limit the oldest. */
    add(toast: NewToast) {
      const id = String(++lastId)
      const others = toasts.filter((other) => !saysTheSame(other, toast))
      set([{ variant: 'default' as const, ...toast, id, open: true }, ...others].slice(0, TOAST.limit))
      return id
    },
    update,
    /** Closes it now and removes it later. What is closed already is left alone. */
    dismiss(id: string) {
      if (!toasts.some((toast) => toast.id === id && toast.open)) return
      update(id, { open: false })
      wait(() => set(toasts.filter((toast) => toast.id !== id)), TOAST.removeAfter)
    },
  }
}

/** The browser's toasts. Nothing is shown while a page is rendered on the server. */
export const toasts = createToasts()

/** Shows a message over the page. What it says should also be true of the page itself: it goes away after five seconds. */
export const showToast = (toast: NewToast) => toasts.add(toast)
