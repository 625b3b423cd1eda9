import type { City } from '#contract/city.ts'
import { hoursText, weekdaysText } from '#contract/limit-texts.ts'
import { discountLabel, formatPrice } from '#contract/offer-rules.ts'
import type { Offer, SuggestedConditions } from '#contract/offer.ts'

import { useCity } from '#web/lib/city.tsx'
import { languageOf } from '#web/lib/language.ts'

import { OfferIcon, type OfferIconName } from './offer-icon.tsx'
import { SERVICE_NAMES } from './catch-names.ts'

type Catch = { icon: OfferIconName; text: string }
const PAYMENTS: Record<string, string> = { card: 'Card only', cash: 'Cash only' }

/** How often, as the shop states it; nobody counts (D-44). */
export const usageText = (limit: number) => (limit === 1 ? '1 time per customer' : `${limit} times per customer`)

const listed = (words: string[]) => (words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? ''))
const listServices = (service: Offer['conditions']['service']) => listed(service.map((kind) => SERVICE_NAMES[kind].toLowerCase()))
const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Everything that could make a trip a wasted one, in plain words. */
export function listCatches(offer: Offer, city: Pick<City, 'currency' | 'locale'>): Catch[] {
  const { weekdays, hours, payment, newCustomersOnly, service } = offer.conditions
  const days = weekdaysText(weekdays, 'long')
  const catches: (Catch | false)[] = [
    days !== '' && { icon: 'calendar-x', text: `Only on ${days}` },
    hours !== null && { icon: 'clock', text: `Only ${hoursText(hours)}` },
    payment !== null && { icon: 'money', text: PAYMENTS[payment.toLowerCase()] ?? `Pay with ${payment}` },
    newCustomersOnly && { icon: 'user-plus', text: 'New customers only' },
    service.length > 0 && { icon: 'fork-knife', text: `${sentence(listServices(service))} only` },
    offer.minimumPurchase !== null &&
      offer.minimumPurchase > 0 && { icon: 'shopping-bag', text: `Minimum purchase ${formatPrice(offer.minimumPurchase, city)}` },
    offer.usageLimit !== null && { icon: 'user', text: sentence(usageText(offer.usageLimit)) },
    offer.discountIsUpTo && { icon: 'percent', text: `${discountLabel(offer) ?? 'Up to'}: the saving may be smaller` },
    offer.discountIsFromText && { icon: 'info', text: "The discount was read from the shop's words, so ask before you pay" },
    offer.pricesAreFromText && { icon: 'info', text: "The price was read from the shop's words, so ask before you pay" },
  ]
  return catches.filter((item) => item !== false)
}

const sayPayment = (payment: string) => (PAYMENTS[payment] ? `be ${payment} only` : `need ${payment}`)

type Suggestion = { text: string; quote: string }

/** What the shop's words seem to ask where it states nothing: never as sure as a catch, and always with the words. */
export function listSuggestions({ conditionsFromText }: Offer, city: Pick<City, 'currency' | 'locale'>): Suggestion[] {
  if (!conditionsFromText) return []
  const { weekdays, hours, payment, newCustomersOnly, service, minimumPurchase, quotes } = conditionsFromText
  const said: [kind: keyof SuggestedConditions['quotes'], words: string | undefined][] = [
    ['weekdays', weekdays && `be on ${weekdaysText(weekdays, 'long')} only`],
    ['hours', hours && `be ${hoursText(hours)} only`],
    ['payment', payment && sayPayment(payment)],
    ['newCustomersOnly', newCustomersOnly && 'be for new customers only'],
    ['service', service && `be ${listServices(service)} only`],
    ['minimumPurchase', minimumPurchase === undefined ? undefined : `need a purchase of ${formatPrice(minimumPurchase, city)} or more`],
  ]
  return said.flatMap(([kind, words]) => (words ? [{ text: `Seems to ${words}`, quote: quotes[kind] ?? '' }] : []))
}

export function OfferCatch({ offer, className }: { offer: Offer; className: string }) {
  const city = useCity()
  const catches = listCatches(offer, city)
  const suggestions = listSuggestions(offer, city)
  return (
    <section className={`catch ${className}`}>
      <h2>The catch</h2>
      {catches.length + suggestions.length === 0 && (
        <p className="muted text-sm">The shop has named no conditions here. Terms may still apply.</p>
      )}
      <ul>
        {catches.map(({ icon, text }) => (
          <li key={text}>
            <OfferIcon name={icon} />
            {text}
          </li>
        ))}
        {suggestions.map(({ text, quote }) => (
          <li key={text}>
            <OfferIcon name="info" />
            <span>
              {text}
              <q className="muted block text-sm" lang={languageOf(quote)}>
                {quote}
              </q>
            </span>
          </li>
        ))}
      </ul>
      {suggestions.length > 0 && (
        <p className="muted mt-2 text-sm">What only seems so was read from the shop's words. Ask before you go.</p>
      )}
    </section>
  )
}
