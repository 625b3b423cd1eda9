/** What a guest wanted to like when they went to sign in, kept for the tab. It is asked about once afterwards, and never done silently (D-33). */
import { MINUTE } from '#contract/time.ts'

import type { LikeTarget } from './like-target.ts'

const KEY = 'like-intent'
/** Nobody remembers for longer what they came for. */
const LIFE = 30 * MINUTE
type Kept = LikeTarget & { at: number }
let remembered: Kept | undefined

export function rememberIntent(target: LikeTarget) {
  remembered = { ...target, at: Date.now() }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(remembered))
  } catch {
    // Storage is switched off: this page remembers it by itself.
  }
}

export function readIntent(): LikeTarget | undefined {
  const kept = remembered ?? readKept()
  if (!kept || Date.now() - kept.at > LIFE) return undefined
  const { at: _, ...target } = kept
  return target
}
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

function readKept(): Kept | undefined {
  try {
    const { type, id, name, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Kept>
    const isWhole = (type === 'OFFER' || type === 'SHOP') && typeof id === 'string' && typeof name === 'string' && typeof at === 'number'
    return isWhole ? { type, id, name, at } : undefined
  } catch {
    return undefined
  }
}
