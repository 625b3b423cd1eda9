import { hoursTable } from '#contract/shop-rules.ts'
import type { ShopSummary } from '#contract/shop.ts'
import { formatDay, formatWeekday, wallTime, weekdayOf } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'

/** The week, today's line heavier, and the single days that differ. */
export function ShopHours({ shop, className = '' }: { shop: ShopSummary; className?: string }) {
  const now = useNow()
  const { timeZone } = useCity()
  const today = wallTime(now, timeZone).day
  const special = shop.specialHours.filter(({ day }) => day >= today).toSorted((a, b) => a.day.localeCompare(b.day))
  return (
    <section className={`panel ${className}`}>
      <h2>Business Hours</h2>
      {shop.businessHours === null ? (
        <p className="muted">The hours of this shop are not known.</p>
      ) : (
        <table className="hours">
          <tbody>
            {hoursTable(shop, now, timeZone).map(({ weekday, isToday, text }) => (
              <tr key={weekday} aria-current={isToday ? 'date' : undefined}>
                <th scope="row">
                  {formatWeekday(weekday, 'long')}
                  {isToday && ', today'}
                </th>
                <td>{text}</td>
              </tr>
            ))}
            {special.map(({ day, isOpen, open, close }) => (
              <tr key={day}>
                <th scope="row">
                  {formatWeekday(weekdayOf(day))} {formatDay(day)}
                </th>
                <td>{isOpen ? `${open} to ${close}` : 'Closed'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
