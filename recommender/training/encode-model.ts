import { deserialize, serialize } from 'node:v8'

import type { Model } from '../ranking/model.ts'

/** A model as bytes, to keep and to send. */
export const encodeModel = (model: Model): Uint8Array => serialize(model)

/** The model out of bytes of `encodeModel`; throws an Error that says what is wrong where they are others, older or damaged. */
export const decodeModel = (bytes: Uint8Array): Model => deserialize(bytes)
