import { wallTime } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { useNow } from '#web/lib/clock.tsx'

import { describeSpecialDays, describeWeek } from './describe-hours.ts'
import { ShopField, type ShopFieldProps } from './shop-field.tsx'

/** Opening hours as a file has them, and what is understood of them while they are written. */
export function ShopHours({ week, special }: { week: ShopFieldProps; special: ShopFieldProps }) {
  const { timeZone } = useCity()
  const now = useNow()
  return (
    <>
      <ShopField {...week} rows={2} hint="mon-fri 09:00-17:00; sat 10:00-15:00; sun closed. A day that is not named counts as unknown.">
        {!week.error && <Understood reading={describeWeek(week.value)} />}
      </ShopField>
      <ShopField {...special} rows={2} hint="2026-12-25 closed; 2026-12-31 10:00-14:00. They go before the others.">
        {!special.error && <Understood reading={describeSpecialDays(special.value, wallTime(now, timeZone).day, timeZone)} />}
      </ShopField>
    </>
  )
}

const Understood = ({ reading }: { reading: ReturnType<typeof describeWeek> }) => (
  <p role="status" className={reading?.isUnderstood ? 'desk-understood' : 'hint'}>
    {reading && (reading.isUnderstood ? `Understood: ${reading.text}` : reading.text)}
  </p>
)
