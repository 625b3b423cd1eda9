import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this page's scripts have taken over. Until then a form would be sent by the browser itself, with the password in it. */
export const useAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
