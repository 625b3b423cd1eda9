/** What people call the catch: ways of taking an offer, and what one may ask for. */
import type { Demand, Service } from '#contract/offer.ts'

export const SERVICE_NAMES: Record<Service, string> = { 'dine-in': 'Dine-in', takeaway: 'Takeaway', delivery: 'Delivery' }
export const DEMAND_NAMES: Record<Demand, string> = {
  bank: "A certain bank's card",
  card: 'Any card',
  minimum: 'A minimum spend',
  'new-customers': 'Being a new customer',
}
/** A list without it. */
export const LACKING_NAMES: Record<Demand, string> = {
  bank: "No certain bank's card",
  card: 'No card needed',
  minimum: 'No minimum',
  'new-customers': 'Not only new customers',
}
