import { IconOf } from '#web/ui/icon.tsx'
import { ICONS } from '#web/ui/icons.ts'

import { OFFER_ICONS } from './offer-icons.ts'

const ALL = { ...ICONS, ...OFFER_ICONS }

export type OfferIconName = keyof typeof ALL

/** An icon on the page of an offer, which has some that no other page carries. */
export const OfferIcon = ({ name }: { name: OfferIconName }) => <IconOf path={ALL[name]} />
