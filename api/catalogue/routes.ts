import { COUNTER_LIFE } from '#contract/constants.ts'
import { SECOND } from '#contract/time.ts'
import { wholeList } from '#contract/wire.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { listTags, summarizeCatalogue, type Summary } from './data.ts'

/** The answers are small and the counters are at hand: this only spares shaping them for a crowd. */
const KEPT_FOR = SECOND

/** Counters are worked out once a minute, and while the next ones are, the last ones are shown. */
export function registerCatalogue(bind: Bind, { db, clock, onCatalogueChange }: Context) {
  let last: { summary: Summary; at: number } | undefined
  let running: Promise<Summary> | undefined
  onCatalogueChange.add(() => {
    last = undefined
  })

  async function refresh() {
    try {
      const at = clock.now()
      const summary = await summarizeCatalogue(db, at)
      last = { summary, at }
      return summary
    } finally {
      running = undefined
    }
  }
  async function getSummary() {
    if (last && clock.now() - last.at < COUNTER_LIFE / 2) return last.summary
    running ??= refresh()
    if (last && clock.now() - last.at < COUNTER_LIFE) {
      running.catch(() => {})
      return last.summary
    }
    return running
  }

  bind('GET /statistics', {
    keep: KEPT_FOR,
    handle: async () => {
      const { activeOffers, partnerShops, averageSavings } = await getSummary()
      return { data: { activeOffers, partnerShops, averageSavings } }
    },
  })
  bind('GET /tags', { keep: COUNTER_LIFE, handle: async () => wholeList(await listTags(db, clock.now())) })
  bind('GET /categories', {
    keep: KEPT_FOR,
    handle: async () => wholeList((await getSummary()).categories.map((category) => ({ _id: category.id, ...category }))),
  })
}
