/** What a guest wanted to like when they went to sign in, kept for the tab. It is asked about once afterwards, and never done silently (D-33). */
import type { LikeTarget } from './like-target.ts'

const KEY = 'like-intent'
let remembered: LikeTarget | undefined

export function rememberIntent(target: LikeTarget) {
  remembered = target
  try {
    sessionStorage.setItem(KEY, JSON.stringify(target))
  } catch {
    // Storage is switched off: this page remembers it by itself.
  }
}

export const readIntent = (): LikeTarget | undefined => remembered ?? readKept()
export const hasIntent = () => readIntent() !== undefined

/** It has been asked about, or whoever it was of stays a guest or has left. */
export function forgetIntent() {
  remembered = undefined
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

function readKept(): LikeTarget | undefined {
  try {
    const { type, id, name } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<LikeTarget>
    return (type === 'OFFER' || type === 'SHOP') && typeof id === 'string' && typeof name === 'string' ? { type, id, name } : undefined
  } catch {
    return undefined
  }
}
