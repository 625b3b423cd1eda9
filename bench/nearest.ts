import { colombo } from '#contract/colombo.ts'

import { LIST, UNCACHED_SHARE, type Measure } from './point.ts'

/** Another place in the middle of the city for each `i`. */
export function near(i: number) {
  const { lat, lng } = colombo.neighbourhoods[i % colombo.neighbourhoods.length]!
  const step = (((i * 7_919) % 10_000) - 5_000) / 1_000_000
  return `near=${(lat + step).toFixed(6)},${(lng - step * 0.7).toFixed(6)}`
}
const WIDE = 'all that lie within are counted, up to the limit of totals'

export const nearest: Measure = {
  name: 'nearest',
  title: 'The nearest 24 offers',
  pointsOf: () => [
    { name: 'from anywhere', pathOf: (i) => `${LIST}&${near(i)}&_=${i}`, reference: 'database', share: UNCACHED_SHARE },
    { name: 'in a category', pathOf: (i) => `${LIST}&category=Beauty&${near(i)}&_=${i}`, reference: 'database', share: UNCACHED_SHARE },
    {
      name: 'in a rare category',
      pathOf: (i) => `${LIST}&category=Online&${near(i)}&_=${i}`,
      reference: 'database',
      share: UNCACHED_SHARE,
    },
    { name: 'with a word', pathOf: (i) => `${LIST}&q=lunch&sort=distance&${near(i)}&_=${i}`, reference: 'database', share: UNCACHED_SHARE },
    { name: 'within 1 km', pathOf: (i) => `${LIST}&radius=1&${near(i)}&_=${i}`, reference: 'database', bound: WIDE },
    { name: 'within 25 km', pathOf: (i) => `${LIST}&radius=25&${near(i)}&_=${i}`, reference: 'database', bound: WIDE },
  ],
}
