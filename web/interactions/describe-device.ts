import { deviceLabel, platformLabel } from '#contract/device-labels.ts'
import type { InteractionMetadata } from '#contract/interaction.ts'

/** What an interaction tells of where it was made: on which kind of device, and on which platform. The place is for whoever may ask for it. */
export function describeDevice(): InteractionMetadata {
  const { userAgent, maxTouchPoints } = navigator
  return { location: null, deviceInfo: deviceLabel(userAgent, maxTouchPoints), platform: platformLabel(userAgent, maxTouchPoints) }
}
