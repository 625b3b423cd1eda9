/** Why an offer is recommended, in words. */
import type { Reason } from './recommendation.ts'

/** One short line for a card, without a full stop: "Because you liked Lotus Bakery". `city` is the city's name. */
export function reasonText(reason: Reason, city: string): string {
  switch (reason.kind) {
    case 'liked-shop':
      return 'From a shop you like'
    case 'new-at-liked-shop':
      return 'New at a shop you like'
    case 'same-shop':
      return `Because you like an offer of ${reason.shop}`
    case 'seen-shop':
      return 'From a shop you looked at'
    case 'similar':
      return `Because you ${reason.to === 'liked' ? 'liked' : 'looked at'} ${reason.shop}`
    case 'category':
      return `Because you ${reason.to === 'liked' ? 'like' : 'look at'} offers in ${reason.category}`
    case 'interest':
      return `You are interested in ${reason.interest}`
    case 'near-your-places':
      return `Near shops you know${reason.place ? ` in ${reason.place}` : ''}`
    case 'popular-near':
      return `Popular near ${reason.place}`
    case 'popular':
      return `Popular in ${city}`
    case 'new':
      return `New in ${city}`
    case 'ends-soon':
      return 'Ends within hours'
    case 'saving':
      return 'Saves more than most'
    case 'running-near':
      return `On now near ${reason.place}`
    case 'running':
      return `On now in ${city}`
  }
}

/** Whether a reason speaks of the shopper, or would be as true for anybody. */
export const isPersonal = ({ kind }: Reason) => !/^(popular|new$|ends|saving|running)/.test(kind)
