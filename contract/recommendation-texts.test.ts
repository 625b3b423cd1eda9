import { expect, test } from 'vitest'

import type { Reason } from './recommendation.ts'
import { isPersonal, reasonText } from './recommendation-texts.ts'

/** Every reason, as it stands on a card. */
const PERSONAL: [Reason, string][] = [
  [{ kind: 'liked-shop', shop: 'Lotus Bakery' }, 'From a shop you like'],
  [{ kind: 'new-at-liked-shop', shop: 'Lotus Bakery' }, 'New at a shop you like'],
  [{ kind: 'same-shop', shop: 'Lotus Bakery' }, 'Because you like an offer of Lotus Bakery'],
  [{ kind: 'seen-shop', shop: 'Lotus Bakery' }, 'From a shop you looked at'],
  [{ kind: 'similar', to: 'liked', shop: 'Lotus Bakery' }, 'Because you liked Lotus Bakery'],
  [{ kind: 'similar', to: 'seen', shop: 'Lotus Bakery' }, 'Because you looked at Lotus Bakery'],
  [{ kind: 'category', to: 'liked', category: 'Food' }, 'Because you like offers in Food'],
  [{ kind: 'category', to: 'seen', category: 'Food' }, 'Because you look at offers in Food'],
  [{ kind: 'interest', interest: 'seafood' }, 'You are interested in seafood'],
  [{ kind: 'near-your-places', place: 'Fort' }, 'Near shops you know in Fort'],
  [{ kind: 'near-your-places', place: null }, 'Near shops you know'],
]
const GENERAL: [Reason, string][] = [
  [{ kind: 'popular-near', place: 'Fort' }, 'Popular near Fort'],
  [{ kind: 'popular' }, 'Popular in Colombo'],
  [{ kind: 'new' }, 'New in Colombo'],
  [{ kind: 'ends-soon' }, 'Ends within hours'],
  [{ kind: 'saving' }, 'Saves more than most'],
  [{ kind: 'running-near', place: 'Fort' }, 'On now near Fort'],
  [{ kind: 'running' }, 'On now in Colombo'],
]

test('each reason is one short line, and names what it goes by', () => {
  for (const [reason, text] of [...PERSONAL, ...GENERAL]) expect(reasonText(reason, 'Colombo')).toBe(text)
})

test('what is popular, new, about to end or cheap is so for everybody; everything else speaks of the shopper', () => {
  expect(PERSONAL.filter(([reason]) => !isPersonal(reason))).toEqual([])
  expect(GENERAL.filter(([reason]) => isPersonal(reason))).toEqual([])
})
