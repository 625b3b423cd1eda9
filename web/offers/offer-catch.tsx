import type { City } from '#contract/city.ts'
import { discountLabel, formatPrice } from '#contract/offer-rules.ts'
import type { Offer } from '#contract/offer.ts'
import { formatWeekday } from '#contract/time.ts'

import { useCity } from '#web/lib/city.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'

type Catch = { icon: IconName; text: string }
const SERVICES = { 'dine-in': 'Dine-in', takeaway: 'takeaway', delivery: 'delivery' } as const
const PAYMENTS: Record<string, string> = { card: 'Card only', cash: 'Cash only' }

/** How often, as the shop states it; nobody counts (D-44). */
export const usageText = (limit: number) => (limit === 1 ? '1 time per customer' : `${limit} times per customer`)

const listed = (words: string[]) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? ''))
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Everything that could make a trip a wasted one, in plain words. */
export function listCatches(offer: Offer, city: Pick<City, 'currency' | 'locale'>): Catch[] {
  const { weekdays, hours, payment, newCustomersOnly, service } = offer.conditions
  const catches: (Catch | false)[] = [
    weekdays.length > 0 && { icon: 'calendar-x', text: `Only on ${listed(weekdays.map((weekday) => formatWeekday(weekday, 'long')))}` },
    hours !== null && { icon: 'clock', text: `Only from ${hours.from} to ${hours.to}` },
    payment !== null && { icon: 'money', text: PAYMENTS[payment.toLowerCase()] ?? `Pay with ${payment}` },
    newCustomersOnly && { icon: 'user-plus', text: 'New customers only' },
    service.length > 0 && { icon: 'fork-knife', text: `${sentence(listed(service.map((kind) => SERVICES[kind])))} only` },
    offer.minimumPurchase !== null &&
      offer.minimumPurchase > 0 && { icon: 'shopping-bag', text: `Minimum purchase ${formatPrice(offer.minimumPurchase, city)}` },
    offer.usageLimit !== null && { icon: 'users', text: sentence(usageText(offer.usageLimit)) },
    offer.discountIsUpTo && { icon: 'percent', text: `${discountLabel(offer) ?? 'Up to'}: the saving may be smaller` },
    offer.discountIsFromText && { icon: 'info', text: "The discount was read from the shop's words, so ask before you pay" },
  ]
  return catches.filter((item) => item !== false)
}

export function OfferCatch({ offer, className }: { offer: Offer; className: string }) {
  const catches = listCatches(offer, useCity())
  return (
    <section className={`catch ${className}`}>
      <h2>The catch</h2>
      {catches.length === 0 && <p className="muted text-sm">The shop has named no conditions here. Terms may still apply.</p>}
      <ul>
        {catches.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
