import { CLICK_INTERVAL } from '#contract/constants.ts'
import { DEVICE_LABELS, PLATFORM_LABELS } from '#contract/device-labels.ts'
import type { Interaction, InteractionMetadata } from '#contract/interaction.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts'
import { isForeignKeyViolation } from '#db/connection.ts'

import type { Context } from '../context.ts'
import { createCounter, createThrottle } from '../http/throttle.ts'
import { foldClicks, forgetInteractions, insertClick, vacuum } from './data.ts'
import { getTarget } from './get-target.ts'
import { createVisitorNames, dayOf } from './hash-visitor.ts'

/** Clicks that have come are added up this much later, all at once. */
const FOLD_AFTER = 5 * SECOND
const FOLD_LOCK = 'kade:clicks'
/** How long exact positions, and metadata at all, are kept (D-55). */
const EXACT_FOR = 30 * DAY
const METADATA_FOR = 396 * DAY
/** What one address may send. Behind it may be a whole office. */
const PER_ADDRESS = { limit: 600, window: MINUTE }

/** So many visitors of one network count for one offer or shop in that time: whoever changes their browser's name all the time counts no more. */
const PER_NETWORK = { limit: 30, window: CLICK_INTERVAL }

/** `consumerId` where a valid token says so: it wins over whatever the body names. */
type Click = Pick<Interaction, 'targetType' | 'targetId' | 'metadata'> & {
  consumerId: string | undefined
  address: string
  userAgent: string
}

/** Counts clicks, each visitor's once in CLICK_INTERVAL for each offer and shop (D-45). */
export function createClicks(context: Context) {
  const { db, clock } = context
  const nameVisitor = createVisitorNames(context)
  const throttle = createThrottle(context, PER_ADDRESS)
  const networks = createCounter(context, PER_NETWORK)
  const upkeep = createUpkeep(context)

  return {
    ...upkeep,
    /** Counts a click once in CLICK_INTERVAL for each visitor. Of a guest nothing is kept that leads back to them. Answers whether it counts. */
    async record({ targetType, targetId, metadata, consumerId, address, userAgent }: Click): Promise<boolean> {
      throttle(address)
      const id = targetId.toLowerCase()
      await getTarget(context, targetType, id)
      const name = await nameVisitor(consumerId ?? `${address} ${userAgent}`)
      const now = clock.now()
      const click = { kind: `${targetType}_CLICK`, targetId: id, action: 'ADD', now } as const
      const insert = (who: string | undefined) =>
        insertClick(
          db,
          { ...click, consumerId: who ?? null, metadata: who ? metadata : ofGuest(metadata) },
          { ...name, ends: now + CLICK_INTERVAL },
        )
      const network = `${address} ${id}`
      if (networks.isFull(network)) return false
      const counts = await insert(consumerId).catch((error: unknown) => {
        // The account went meanwhile: the click stays, and is nobody's.
        if (isForeignKeyViolation(error)) return insert(undefined)
        throw error
      })
      if (counts) {
        networks.add(network)
        upkeep.foldSoon()
      }
      return counts
    },
  }
}
export type Clicks = ReturnType<typeof createClicks>

/** Of a guest no position, and no words but ours: what an app writes of itself may name whoever holds it. */
const ofGuest = ({ deviceInfo, platform }: InteractionMetadata): InteractionMetadata => ({
  location: null,
  deviceInfo: deviceInfo !== null && DEVICE_LABELS.includes(deviceInfo) ? deviceInfo : null,
  platform: platform !== null && PLATFORM_LABELS.includes(platform) ? platform : null,
})

/** What is done with clicks later: they are added up, and in time forgotten. */
function createUpkeep({ db, pool, clock, log }: Context) {
  const orLog = (what: string) => (error: unknown) => log.error({ err: error }, what)
  let running: Promise<unknown> = Promise.resolve()
  const run = (work: () => Promise<unknown>, otherwise: string) => (running = running.then(work).catch(orLog(otherwise)))
  const cleans = pool.engine === 'embedded'
  let wasFolded = false
  let isStopping = false
  const goesOn = () => !isStopping
  const fold = () =>
    run(async () => {
      // One server at a time: two would wait for each other's offers in different orders.
      const lock = await pool.tryLock(FOLD_LOCK)
      if (!lock) return
      try {
        wasFolded = (await foldClicks(db, goesOn)) > 0 || wasFolded
      } finally {
        await lock.release()
      }
    }, 'clicks could not be counted')
  const clean = () =>
    run(async () => {
      if (cleans && wasFolded) await vacuum(pool, 'click')
      wasFolded = false
    }, 'counted clicks could not be cleared')
  const forget = () =>
    run(async () => {
      const now = clock.now()
      const limits = { now, firstDay: dayOf(now - CLICK_INTERVAL), roundBefore: now - EXACT_FOR, stripBefore: now - METADATA_FOR }
      await forgetInteractions(db, limits, goesOn)
      if (cleans) await vacuum(pool, 'click_window')
    }, 'old interactions could not be forgotten')
  let soon: NodeJS.Timeout | undefined
  const timers: NodeJS.Timeout[] = []
  return {
    fold,
    forget,
    foldSoon() {
      soon ??= setTimeout(() => {
        soon = undefined
        void fold()
      }, FOLD_AFTER).unref()
    },
    /** Adds up, now and every minute, what another server may have left, and forgets, now and every hour, what is not to be known any longer. */
    start() {
      void fold().then(forget)
      timers.push(setInterval(() => void fold().then(clean), MINUTE).unref(), setInterval(() => void forget(), HOUR).unref())
    },
    /** Ends after the slice that is being worked at; the rest is for the next start. */
    async stop() {
      isStopping = true
      for (const timer of [soon, ...timers]) clearTimeout(timer)
      await running
    },
  }
}
