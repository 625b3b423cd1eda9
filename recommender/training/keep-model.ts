/** The model that serves, in memory: the newest of the database, looked for every half minute, so that every process soon uses the same. */
import type { City } from '#contract/city.ts'
import { MINUTE } from '#contract/time.ts'
import type { Db } from '#db/connection.ts'

import { emptyModel, type Model } from '../ranking/model.ts'
import { findNewestModelId, selectServingModels } from './data.ts'
import { decodeModel } from './encode-model.ts'

type Log = { info: (fields: object, text: string) => void; error: (fields: object, text: string) => void }
const LOOKS_EVERY = MINUTE / 2

export function keepModel({ db, city, clock, log }: { db: Db; city: City; clock: { now: () => number }; log: Log }) {
  let model = emptyModel()
  let version: number | undefined
  let looked: number | undefined
  let looking: Promise<void> | undefined

  async function look() {
    const newest = await findNewestModelId(db, city.key)
    if (newest === undefined || newest === version) return
    for (const { id, bytes } of await selectServingModels(db, city.key)) {
      if (id === version) return
      try {
        model = decodeModel(bytes)
        version = id
        log.info({ model: id, city: city.key, method: model.method, shops: model.shopIds.length }, 'a model serves')
        return
      } catch (error) {
        // One of an older or a newer edition of Kade, or a damaged one: the one before it is better than none.
        log.error({ err: error, model: id }, 'a model cannot be read')
      }
    }
  }
  /** Looks for a newer model. A database that is down leaves the one there is. */
  function refresh(): Promise<void> {
    looked = clock.now()
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'models could not be looked for'))
      .finally(() => (looking = undefined))
    return looking
  }
  return {
    refresh,
    /** Waits for the first one alone; later ones come while the one there is serves. */
    async getModel(): Promise<Model> {
      if (looked === undefined) await refresh()
      else if (clock.now() - looked >= LOOKS_EVERY) void refresh()
      else if (looking && version === undefined) await looking
      return model
    },
  }
}
export type ModelKeeper = ReturnType<typeof keepModel>
