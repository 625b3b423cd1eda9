import { CLICK_INTERVAL } from '#contract/constants.ts'
import { AppError } from '#contract/errors.ts'
import type { Interaction, TargetType } from '#contract/interaction.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { isId } from '#db/filters.ts'

import type { Context } from '../context.ts'
import { createThrottle } from '../http/throttle.ts'
import { findOffer } from '../offers/data.ts'
import { findShop } from '../shops/data.ts'
import { foldClicks, forgetInteractions, insertClick } from './data.ts'
import { createVisitorNames, dayOf } from './hash-visitor.ts'

/** Clicks that have come are added up this much later, all at once. */
const FOLD_AFTER = 5 * SECOND
/** How long exact positions, and metadata at all, are kept (D-55). */
const EXACT_FOR = 30 * DAY
const METADATA_FOR = 396 * DAY
/** What one address may send. Behind it may be a whole office. */
const PER_ADDRESS = { limit: 600, window: MINUTE }

/** `consumerId` where a valid token says so: it wins over whatever the body names. */
type Click = Pick<Interaction, 'targetType' | 'targetId' | 'metadata'> & {
  consumerId: string | undefined
  address: string
  userAgent: string
}

export function createClicks(context: Context) {
  const { db, clock, config, log } = context
  const nameVisitor = createVisitorNames(context)
  const throttle = createThrottle(context, PER_ADDRESS)
  const fold = () => foldClicks(db).catch((error: unknown) => log.error({ err: error }, 'clicks could not be counted'))
  let timer: NodeJS.Timeout | undefined
  function foldSoon() {
    timer ??= setTimeout(() => {
      timer = undefined
      void fold()
    }, FOLD_AFTER).unref()
  }

  async function requireTarget(type: TargetType, id: string) {
    const found = type === 'OFFER' ? await findOffer(db, { id, now: clock.now(), city: config.city }) : await findShop(db, id)
    if (!found || !isId(id)) throw new AppError(type === 'OFFER' ? 'offer_not_found' : 'shop_not_found')
  }

  return {
    /** Counts a click once in CLICK_INTERVAL for each visitor. Of a guest nothing is kept that leads back to them. Answers whether it counts. */
    async record({ targetType, targetId, metadata, consumerId, address, userAgent }: Click): Promise<boolean> {
      throttle(address)
      const id = targetId.toLowerCase()
      await requireTarget(targetType, id)
      const name = await nameVisitor(consumerId ?? `${address} ${userAgent}`)
      const now = clock.now()
      const interaction = {
        consumerId: consumerId ?? null,
        kind: `${targetType}_CLICK` as const,
        targetId: id,
        action: 'ADD' as const,
        metadata: consumerId ? metadata : { ...metadata, location: null },
        now,
      }
      const counts = await insertClick(db, interaction, { ...name, ends: now + CLICK_INTERVAL })
      if (counts) foldSoon()
      return counts
    },
    fold,
    stop: () => clearTimeout(timer),
    /** Adds up, now and every minute, what another server may have left, and forgets, now and every hour, what is not to be known any longer. */
    start() {
      const forget = () => {
        const now = clock.now()
        const limits = { now, firstDay: dayOf(now - CLICK_INTERVAL), roundBefore: now - EXACT_FOR, stripBefore: now - METADATA_FOR }
        return forgetInteractions(db, limits).catch((error: unknown) =>
          log.error({ err: error }, 'old interactions could not be forgotten'),
        )
      }
      void fold().then(forget)
      setInterval(() => void fold(), MINUTE).unref()
      setInterval(() => void forget(), HOUR).unref()
    },
  }
}
export type Clicks = ReturnType<typeof createClicks>
