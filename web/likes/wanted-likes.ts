/**
 * What fingers have asked for and the server has not answered yet: by its key, whether the shopper wants the like. The lists themselves change
 * after the answer alone (#158).
 */
import { create } from 'zustand'

import { useSession } from '#web/session/session-store.ts'

import type { LikeTarget } from './like-target.ts'

export const keyOf = ({ type, id }: LikeTarget) => `${type}:${id}`

export const useWantedLikes = create<Record<string, boolean>>(() => ({}))
// What one person wanted is nothing to the next.
useSession.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) useWantedLikes.setState({}, true)
})
export const getWanted = (target: LikeTarget) => useWantedLikes.getState()[keyOf(target)]
export const setWanted = (target: LikeTarget, isWanted: boolean) => useWantedLikes.setState({ [keyOf(target)]: isWanted })
export function forgetWanted(target: LikeTarget) {
  const { [keyOf(target)]: _, ...others } = useWantedLikes.getState()
  useWantedLikes.setState(others, true)
}
