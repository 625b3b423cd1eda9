import { CATEGORIES, STATUS_WINDOW } from '#contract/constants.ts'

import { near } from './nearest.ts'
import { LIST, type Measure } from './point.ts'

const LOOKED_AT = `no index knows it: ${STATUS_WINDOW.toLocaleString('en')} offers are looked at, whatever their number`

export const usable: Measure = {
  name: 'usable',
  title: 'What can be used now',
  pointsOf: () => [
    {
      // The ranking of a minute answers all but the first: nothing but the cards is looked up, and mostly not even these.
      name: 'only that, any category in turn, found out this minute',
      pathOf: (i) => `${LIST}&usable=now&category=${encodeURIComponent(CATEGORIES[i % CATEGORIES.length]!)}&_=${i}`,
      reference: 'frame',
    },
    {
      name: 'that first, from a place that nobody has asked from',
      pathOf: (i) => `${LIST}&sort=usable&${near(i)}&_=${i}`,
      reference: 'database',
      bound: LOOKED_AT,
    },
  ],
}
