/** Trains in a thread of its own: it takes a processor for seconds to minutes, in which the main thread goes on answering. */
import { parentPort, workerData } from 'node:worker_threads'

import type { Model } from '../ranking/model.ts'
import { trainSuccessor, type Comparison } from './compare-models.ts'
import { decodeModel, encodeModel } from './encode-model.ts'
import type { TrainingSet } from './training-set.ts'

export type TrainingOrder = { set: TrainingSet; previous: Uint8Array | undefined }
export type TrainingResult = { bytes: Uint8Array; method: string; trainedUntil: number; isAccepted: boolean; comparison?: Comparison }

/** One that cannot be read any more is no rival. */
async function readPrevious(bytes: Uint8Array | undefined): Promise<Model | undefined> {
  try {
    return bytes && (await decodeModel(bytes))
  } catch {
    return undefined
  }
}

const { set, previous } = workerData as TrainingOrder
const { model, comparison, isAccepted } = trainSuccessor(set, await readPrevious(previous))
const { method, trainedUntil } = model
const result: TrainingResult = { bytes: encodeModel(model), method, trainedUntil, isAccepted, ...(comparison && { comparison }) }
parentPort!.postMessage(result, [result.bytes.buffer as ArrayBuffer])
