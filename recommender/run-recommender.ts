/** The recommender with what it does behind: popularity is added up, models are trained and taken over. */
import type { City } from '#contract/city.ts'
import { MINUTE } from '#contract/time.ts'
import type { Db, Pool } from '#db/connection.ts'

import { emptyModel } from './ranking/model.ts'
import { createRecommender, type Recommender } from './recommend.ts'
import { foldPopularity } from './signals/fold-popularity.ts'
import { keepModel } from './training/keep-model.ts'
import { trainCity } from './training/train-city.ts'

type Log = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>
export type RunningParts = { pool: Pool; db: Db; city: City; clock: { now: () => number }; log: Log }

/** Whatever there is to do behind is looked for so often. */
const EVERY = MINUTE / 2

export type RunningRecommender = Recommender & {
  /** Adds up what is popular. */
  fold: () => Promise<void>
  /** Trains a model where it is time to. */
  train: () => Promise<void>
  /** Begins to do both by itself. */
  start: () => void
  /** Ends after the slice that is being worked at, and in the middle of a training. */
  stop: () => Promise<void>
}

/** `isElsewhere`: personal answers, and so models, are another process's matter; what is popular is answered here all the same. */
export function runRecommender(parts: RunningParts, { isElsewhere = false } = {}): RunningRecommender {
  const { pool, db, clock, log } = parts
  const keeper = isElsewhere ? undefined : keepModel(parts)
  const ends = new AbortController()
  const orLog = (what: string) => (error: unknown) => {
    if (!ends.signal.aborted) log.error({ err: error }, what)
  }
  const fold = async () => {
    await foldPopularity(pool, db, clock.now(), () => !ends.signal.aborted).catch(orLog('what is popular could not be added up'))
  }
  const train = async () => {
    if (!keeper || ends.signal.aborted) return
    await keeper.refresh()
    // Where none can be read, nobody waits for the next day.
    const outcome = await trainCity(parts, { isForced: keeper.hasNoneReadable(), signal: ends.signal }).catch(
      orLog('a model could not be trained'),
    )
    if (outcome?.kind === 'trained') await keeper.refresh()
  }
  const recommender = createRecommender({ ...parts, getModel: keeper ? keeper.getModel : emptyModel })
  /** What everyone shares is looked up before somebody waits for it. */
  const prepare = async () => void (await recommender.rankPopular().catch(orLog('what is popular could not be ranked')))
  const folding = createRounds(() => fold().then(prepare))
  const training = createRounds(train)
  return {
    ...recommender,
    fold,
    train,
    start() {
      folding.start()
      if (keeper) training.start()
    },
    async stop() {
      ends.abort()
      await Promise.all([folding.stop(), training.stop()])
    },
  }
}

/** Does something now and every half minute, unless it is still being done. */
function createRounds(work: () => Promise<void>) {
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    round ??= work().finally(() => (round = undefined))
  }
  return {
    start() {
      begin()
      timer = setInterval(begin, EVERY).unref()
    },
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
