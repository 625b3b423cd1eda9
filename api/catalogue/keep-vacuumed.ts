import { HOUR, wallTime } from '#contract/time.ts'

import type { Context } from '../context.ts'

/** What imports write anew, and so leave dead rows in. */
const TABLES = [
  'offer_version',
  'shop_version',
  'offer_past',
  'shop_past',
  'refused_row',
  'file_offers',
  'correction',
  'import',
  'offer',
  'shop',
  'shop_identity',
]
/** The hour in which nobody shops. */
const QUIET_HOUR = 4
export const isQuietHour = (now: number, timeZone: string) => Math.floor(wallTime(now, timeZone).minutes / 60) === QUIET_HOUR

/**
 * Takes away what imports have replaced, now and every night: the embedded engine, which has nobody who does it, would grow by each of them. All others
 * wait meanwhile, after a file of 100 000 changed rows for a second.
 */
export async function keepVacuumed({ pool, config: { city }, clock, log }: Pick<Context, 'pool' | 'config' | 'clock' | 'log'>) {
  const vacuum = async () => {
    try {
      for (const table of TABLES) await pool.query(`vacuum ${table}`)
    } catch (error) {
      log.error({ err: error }, 'the catalogue could not be vacuumed')
    }
  }
  await vacuum()
  setInterval(() => {
    if (isQuietHour(clock.now(), city.timeZone)) void vacuum()
  }, HOUR).unref()
}
