/** What is said on the pages of liked offers and of liked shops, the written words among them (#84, #246). */
import type { TargetType } from '#contract/interaction.ts'

export type LikedWords = {
  title: string
  path: string
  /** How many there are, and in which order. */
  count: (total: number) => string
  loading: string
  noScripts: string
  loadFailed: string
  empty: string
  hint: string
  browse: { to: string; label: string }
  /** The two parts of a list, as headings. */
  current: string
  past: string
  remove: (name: string) => string
  removeFailed: string
  /** Another device was faster. */
  synchronized: string
}

export const LIKED_WORDS: Record<TargetType, LikedWords> = {
  OFFER: {
    title: 'Liked Offers',
    path: '/liked-offers',
    count: (total) => (total === 1 ? '1 offer' : `${total} offers, ending soonest first`),
    loading: 'Loading your liked offers',
    noScripts: 'Your liked offers need scripts, which are switched off in this browser.',
    loadFailed: 'Failed to load liked offers.',
    empty: 'No liked offers yet',
    hint: 'Press the heart of an offer to keep it here.',
    browse: { to: '/', label: 'Browse offers' },
    current: 'Current offers',
    past: 'No longer available',
    remove: (name) => `Remove ${name} from liked offers`,
    removeFailed: 'Could not remove offer from liked offers.',
    synchronized: 'Offer status updated – Your liked offers have been synchronized',
  },
  SHOP: {
    title: 'Liked Shops',
    path: '/favorite-shops',
    count: (total) => (total === 1 ? '1 shop' : `${total} shops`),
    loading: 'Loading your liked shops',
    noScripts: 'Your liked shops need scripts, which are switched off in this browser.',
    loadFailed: 'Failed to load liked shops.',
    empty: 'No liked shops yet',
    hint: 'Add a shop to your favorites to keep it here.',
    browse: { to: '/?view=shops', label: 'Browse shops' },
    current: 'Current shops',
    past: 'Shops that have left',
    remove: (name) => `Remove ${name} from liked shops`,
    removeFailed: 'Could not remove shop from liked shops.',
    synchronized: 'Shop status updated – Your liked shops have been synchronized',
  },
}
