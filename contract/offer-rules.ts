/** What follows from an offer's facts. Pure: the time and the city are arguments. */
import type { City } from './city.ts'
import { READING_WORDS_PER_MINUTE } from './constants.ts'
import type { Offer } from './offer.ts'
import { DAY_MINUTES, daysBetween, formatClock, formatDay, formatWeekday, HOUR, wallTime } from './time.ts'

type Window = Pick<Offer, 'startDate' | 'endDate'>
type Zone = Pick<City, 'timeZone'>

const startOf = ({ startDate }: Window) => (startDate ? Date.parse(startDate) : -Infinity)
const endOf = ({ endDate }: Window) => (endDate ? Date.parse(endDate) : Infinity)

/** An end equal to now is not yet past (#147, D-06). */
export const isOfferExpired = (offer: Window, now: number) => endOf(offer) < now
/** A start equal to now has begun. */
export const isOfferUpcoming = (offer: Window, now: number) => startOf(offer) > now
/** Running: started, and not past its end (D-30). */
export const isOfferLive = (offer: Window, now: number) => !isOfferExpired(offer, now) && !isOfferUpcoming(offer, now)

const daysLeft = (end: number, now: number, timeZone: string) => daysBetween(wallTime(now, timeZone).day, wallTime(end, timeZone).day)

/**
 * The label of a card, in the order of D-05. The landing page says `Expires Today` where the other lists say `Expires in Today`. Before an
 * offer begins no time is left yet: its days are said.
 */
export function cardTimeLabel(offer: Window, now: number, { timeZone }: Zone, onLanding = false) {
  if (isOfferUpcoming(offer, now)) return validPeriod(offer, { timeZone })
  if (!offer.endDate) return 'No end date'
  if (isOfferExpired(offer, now)) return 'Expired'
  const end = endOf(offer)
  const days = daysLeft(end, now, timeZone)
  if (days === 0) return onLanding ? 'Expires Today' : 'Expires in Today'
  const hours = Math.floor((end - now) / HOUR)
  if (hours < 24) return `Expires in ${Math.max(hours, 1)} ${hours <= 1 ? 'hour' : 'hours'}`
  return days === 1 ? 'Expires in 1 day' : `Expires in ${days} days`
}

/** The label of the detail and shop pages (#155); before an offer begins, its days. */
export function detailTimeLabel(offer: Window, now: number, { timeZone }: Zone) {
  if (isOfferUpcoming(offer, now)) return validPeriod(offer, { timeZone })
  if (!offer.endDate) return 'No end date'
  if (isOfferExpired(offer, now)) return 'Expired'
  const days = daysLeft(endOf(offer), now, timeZone)
  if (days === 0) return 'Expires Today'
  return days === 1 ? 'Expires Tomorrow' : `${days} days remaining`
}

/**
 * The same in plain words with the hour, for a screen reader: `Ends Tuesday 24 November 2026 at 15:00`. Before an offer begins, both of
 * its ends: `Starts Saturday 28 November 2026, ends Thursday 10 December 2026 at 23:59`.
 */
export function spokenTimeLabel(offer: Window, now: number, city: Zone) {
  const end = offer.endDate && formatMoment(offer.endDate, city, 'long')
  if (offer.startDate && isOfferUpcoming(offer, now))
    return `Starts ${formatStart(offer.startDate, city, 'long')}, ${end ? `ends ${end}` : 'no end date'}`
  if (!end) return 'No end date'
  return `${isOfferExpired(offer, now) ? 'Ended' : 'Ends'} ${end}`
}

/** A moment by the city's clock: `Tue 24 Nov 2026, 15:00`. The last minute of a day is not worth a clock time. */
export function formatMoment(instant: string, { timeZone }: Zone, style: 'short' | 'long' = 'short') {
  const { day, weekday, minutes } = wallTime(Date.parse(instant), timeZone)
  const date = `${formatWeekday(weekday, style)} ${formatDay(day, { style })}`
  if (style === 'short' && minutes === DAY_MINUTES - 1) return date
  return `${date}${style === 'long' ? ' at' : ','} ${formatClock(minutes)}`
}

/** The moment from which something holds: at midnight its day says all. */
export const formatStart = (...[instant, city, style]: Parameters<typeof formatMoment>) =>
  formatMoment(instant, city, style).replace(/(,| at) 00:00$/, '')

/** `1 Nov 2026 to 24 Nov 2026`, with words where an end is open. */
export function validPeriod({ startDate, endDate }: Window, { timeZone }: Zone) {
  const day = (instant: string) => formatDay(wallTime(Date.parse(instant), timeZone).day)
  if (startDate && endDate) return `${day(startDate)} to ${day(endDate)}`
  if (startDate) return `From ${day(startDate)}, no end date`
  return endDate ? `Until ${day(endDate)}` : 'No end date'
}

/** A price in the city's currency, with two decimals (#197). */
export const formatPrice = (amount: number, { currency, locale }: Pick<City, 'currency' | 'locale'>) =>
  (PRICES.get(locale + currency) ?? openPriceFormat(currency, locale)).format(amount)

/** A format costs as much as a hundred prices written in it, so each is made once. */
const PRICES = new Map<string, Intl.NumberFormat>()
function openPriceFormat(currency: string, locale: string) {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  PRICES.set(locale + currency, format)
  return format
}

/** One decimal above 0, else nothing to show (#196). */
export const formatRating = (rating: number | null | undefined) => (rating && rating > 0 ? rating.toFixed(1) : undefined)

type Priced = Pick<Offer, 'discount' | 'discountIsUpTo' | 'originalPrice' | 'discountedPrice'>

/** The saving that a page may claim: percent and money. Where discount and prices disagree, the smaller (D-42). Undefined: nothing to claim. */
export function honestSaving({ discount, discountIsUpTo, originalPrice, discountedPrice }: Priced) {
  const money =
    originalPrice !== null && discountedPrice !== null && originalPrice > discountedPrice ? originalPrice - discountedPrice : undefined
  const byPrice = money === undefined || !originalPrice ? undefined : Math.round((money / originalPrice) * 100)
  const percent = byPrice === undefined ? discount : discount > 0 ? Math.min(discount, byPrice) : byPrice
  if (percent <= 0 && money === undefined) return undefined
  return { percent, isUpTo: discountIsUpTo, money }
}

/** `30%` or `Up to 30%`; undefined where no discount is known and no badge shows. */
export function discountLabel(offer: Priced) {
  const saving = honestSaving(offer)
  if (!saving || saving.percent <= 0) return undefined
  return saving.isUpTo ? `Up to ${saving.percent}%` : `${saving.percent}%`
}

/** Rounded mean discount of running offers, in percent; `up to` does not count, and no offers make 0 (#195, D-48). */
export function averageSavings(offers: Pick<Offer, 'discount' | 'discountIsUpTo'>[]) {
  const counted = offers.filter((offer) => !offer.discountIsUpTo)
  return counted.length === 0 ? 0 : Math.round(counted.reduce((sum, offer) => sum + offer.discount, 0) / counted.length)
}

/** `2 min read`, rounded up, never 0 (#201, D-22). */
export function readingTime(words: string) {
  const count = words.split(/\s+/).filter(Boolean).length
  return `${Math.max(1, Math.ceil(count / READING_WORDS_PER_MINUTE))} min read`
}
