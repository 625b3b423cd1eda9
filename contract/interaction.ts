/** What a shopper does with an offer or a shop, as clients report it. Likes and clicks go through it; the recommendations learn from it. */
import * as z from 'zod'

import { DEVICE_TEXT } from './constants.ts'
import { point, text } from './wire.ts'

export const INTERACTION_TYPES = ['OFFER_LIKE', 'SHOP_LIKE', 'OFFER_CLICK', 'SHOP_CLICK'] as const
export type InteractionType = (typeof INTERACTION_TYPES)[number]
const TARGET_TYPES = ['OFFER', 'SHOP'] as const
export type TargetType = (typeof TARGET_TYPES)[number]
export const ACTIONS = ['ADD', 'REMOVE'] as const
export type Action = (typeof ACTIONS)[number]

const label = text(DEVICE_TEXT).nullable()

/** From where, and with what. Apps write device and platform as they like; the web app sends the labels of device-labels.ts. */
export const interactionMetadata = z.object({
  location: point.nullable().default(null),
  deviceInfo: label.default(null),
  platform: label.default(null),
})
export type InteractionMetadata = z.output<typeof interactionMetadata>
export const NO_METADATA: InteractionMetadata = { location: null, deviceInfo: null, platform: null }

/**
 * The body of `POST /interactions`. A like needs the token of the very `userId`; a click is taken from anyone, and a valid token says
 * better than the body who it was.
 */
export const interactionBody = z
  .object({
    userId: z.string().max(DEVICE_TEXT),
    interactionType: z.enum(INTERACTION_TYPES),
    targetType: z.enum(TARGET_TYPES),
    targetId: z.string().max(DEVICE_TEXT),
    action: z.enum(ACTIONS),
    metadata: interactionMetadata.nullish().transform((given) => given ?? NO_METADATA),
  })
  .refine(({ interactionType, targetType }) => interactionType.startsWith(targetType), {
    path: ['targetType'],
    error: 'Does not fit the interactionType',
  })
  .refine(({ interactionType, action }) => action === 'ADD' || !interactionType.endsWith('CLICK'), {
    path: ['action'],
    error: 'A click cannot be taken back',
  })
export type Interaction = z.output<typeof interactionBody>
