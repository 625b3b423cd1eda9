import type { ReactNode } from 'react'

import { describeHours, holidayOn, hoursTable } from '#contract/shop-rules.ts'
import type { ShopSummary } from '#contract/shop.ts'
import { formatDay, formatWeekday, wallTime, weekdayOf } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'

/** The week, and the single days that differ. Today's line is heavier: a special one, where today is such a day. */
export function ShopHours({ shop, className = '' }: { shop: ShopSummary; className?: string }) {
  const now = useNow()
  const { timeZone, holidays } = useCity()
  const today = wallTime(now, timeZone).day
  const special = [
    ...shop.specialHours.map((hours) => ({ day: hours.day, text: describeHours(hours) })),
    ...holidays.filter(({ day }) => holidayOn(shop, day, holidays)).map(({ day, name }) => ({ day, text: `${name}, may differ` })),
  ]
    .filter(({ day }) => day >= today)
    .toSorted((a, b) => a.day.localeCompare(b.day))
  const isSpecialToday = special.some(({ day }) => day === today)
  return (
    <section className={`panel ${className}`}>
      <h2>Business Hours</h2>
      {shop.businessHours === null ? (
        <p className="muted">The hours of this shop are not known.</p>
      ) : (
        <table className="hours">
          <tbody>
            {hoursTable(shop, now, timeZone).map(({ weekday, isToday, text }) => (
              <HoursLine key={weekday} isToday={isToday && !isSpecialToday} text={text}>
                {formatWeekday(weekday, 'long')}
              </HoursLine>
            ))}
          </tbody>
          {special.length > 0 && (
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={2} className="special">
                  Special days
                </th>
              </tr>
              {special.map(({ day, text }) => (
                <HoursLine key={day} isToday={day === today} text={text}>
                  {formatWeekday(weekdayOf(day))} {formatDay(day, { year: false })}
                </HoursLine>
              ))}
            </tbody>
          )}
        </table>
      )}
    </section>
  )
}

const HoursLine = ({ isToday, text, children }: { isToday: boolean; text: string; children: ReactNode }) => (
  <tr aria-current={isToday ? 'date' : undefined}>
    <th scope="row">
      {children}
      {isToday && ', today'}
    </th>
    <td>{text}</td>
  </tr>
)
