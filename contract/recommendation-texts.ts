/** Why an offer is recommended, in words. */
import type { Reason } from './recommendation.ts'

/** One short line for a card, without a full stop: "Because you liked Lotus Bakery". `city` is the city's name. */
export function reasonText(reason: Reason, city: string): string {
  switch (reason.kind) {
    case 'liked-shop':
      return `From ${reason.shop}, a shop you like`
    case 'new-at-liked-shop':
      return 'New at a shop you like'
    case 'similar':
      return `Because you ${reason.to === 'liked' ? 'liked' : 'looked at'} ${reason.shop}`
    case 'category':
      return `Because you ${reason.to === 'liked' ? 'like' : 'look at'} offers in ${reason.category}`
    case 'interest':
      return `Because you are interested in ${reason.interest}`
    case 'near-your-places':
      return reason.place ? `Near shops you go for in ${reason.place}` : 'Near shops you go for'
    case 'popular-near':
      return `Popular near ${reason.place}`
    case 'popular':
      return `Popular in ${city}`
    case 'new':
      return 'New, and worth a look'
    case 'ends-soon':
      return 'Ends within hours'
    case 'saving':
      return 'Saves more than most'
  }
}
