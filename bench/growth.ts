import { detail } from './detail.ts'
import { list } from './list.ts'
import { nearest } from './nearest.ts'
import { CACHED_SHARE, RANKED, READ, type Measure } from './point.ts'
import { search } from './search.ts'

/** What is counted, what no trigram answers and wide radii grow up to their bounds: all other questions must cost the same. */
const MUST_NOT_GROW = new Set([undefined, READ, RANKED])

/** The same questions where next to no card is in memory: of a thousand offers all would be, of a million hardly any. */
export const growth: Measure = {
  name: 'growth',
  title: 'What grows with the number of offers, with one card in memory',
  variables: { CARDS_IN_MEMORY: '1' },
  pointsOf: (sample) =>
    [list, search, nearest, detail].flatMap(({ title, pointsOf }) =>
      pointsOf(sample)
        .filter(({ bound, share }) => MUST_NOT_GROW.has(bound) && share !== CACHED_SHARE)
        .map(({ name, pathOf, reference, bound }) => ({
          name: `${title}: ${name}`,
          pathOf,
          reference,
          ...(bound === RANKED && { bound }),
        })),
    ),
}
