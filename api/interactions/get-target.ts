import { AppError, type ErrorCode } from '#contract/errors.ts'
import type { TargetType } from '#contract/interaction.ts'

import type { Context } from '../context.ts'
import { findOffer } from '../offers/data.ts'
import { findShop } from '../shops/data.ts'

/** What is said of an offer or a shop that nobody has, and of one that was withdrawn. */
export const TARGET_ERRORS = {
  OFFER: { missing: 'offer_not_found', withdrawn: 'offer_withdrawn' },
  SHOP: { missing: 'shop_not_found', withdrawn: 'shop_withdrawn' },
} as const satisfies Record<TargetType, Record<string, ErrorCode>>

/** The offer or shop that somebody does something with. Throws where nobody has this id. */
export async function getTarget({ db, clock, config }: Context, type: TargetType, id: string): Promise<{ isWithdrawn: boolean }> {
  const found = type === 'OFFER' ? await findOffer(db, { id, now: clock.now(), city: config.city }) : await findShop(db, id)
  if (!found) throw new AppError(TARGET_ERRORS[type].missing)
  return found
}
