/** The model that serves, in memory: the newest of the database, looked for every half minute, so that every process soon uses the same. */
import type { City } from '#contract/city.ts'
import { MINUTE } from '#contract/time.ts'
import type { Db } from '#db/connection.ts'

import { emptyModel, type Model } from '../ranking/model.ts'
import { listServingModels, readModelBytes } from './data.ts'
import { decodeModel } from './encode-model.ts'

type Log = { info: (fields: object, text: string) => void; error: (fields: object, text: string) => void }
const LOOKS_EVERY = MINUTE / 2

type Wanted = { models: number[]; known?: number | undefined; onUnreadable?: (id: number, error: unknown) => void }
/**
 * The first of these models that can be read, one at a time; undefined where there is none before the `known` one. One of an older or a newer
 * edition of Kade, or a damaged one, is passed over: the one before it is better than none.
 */
export async function findReadableModel(db: Db, { models, known, onUnreadable }: Wanted) {
  for (const id of models) {
    if (id === known) return undefined
    const bytes = await readModelBytes(db, id)
    if (!bytes) continue
    try {
      return { id, bytes, model: await decodeModel(bytes) }
    } catch (error) {
      onUnreadable?.(id, error)
    }
  }
  return undefined
}

export function keepModel({ db, city, clock, log }: { db: Db; city: City; clock: { now: () => number }; log: Log }) {
  let model = emptyModel()
  let version: number | undefined
  /** The newest of the last look, whether it could be read or not: it is not read again. */
  let newest: number | undefined
  let looked: number | undefined
  let looking: Promise<void> | undefined

  async function look() {
    const models = await listServingModels(db, city.key)
    if (models[0] === newest) return
    const onUnreadable = (id: number, error: unknown) => log.error({ err: error, model: id }, 'a model cannot be read')
    const found = await findReadableModel(db, { models, known: version, onUnreadable })
    newest = models[0]
    if (!found) return
    ;({ model, id: version } = found)
    log.info({ model: version, city: city.key, method: model.method, shops: model.shopIds.length }, 'a model serves')
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
    /** There are models, and none that can be read. */
    hasNoneReadable: () => newest !== undefined && version === undefined,
    /** Waits for the first one alone; later ones come while the one there is serves. */
    async getModel(): Promise<Model> {
      if (looked === undefined) await refresh()
      else if (clock.now() - looked >= LOOKS_EVERY) void refresh()
      else if (looking && version === undefined) await looking
      return model
    },
  }
}
