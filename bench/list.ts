import { writeCursor } from '#api/http/cursor.ts'

import { CACHED_SHARE, CHOICES, COUNTED, inTurn, LIST, READ, UNCACHED_SHARE, type Measure } from './point.ts'

const choose = (i: number) => `${CHOICES[i % CHOICES.length]}_=${i}`

export const list: Measure = {
  name: 'list',
  title: 'A list of 24 offers',
  pointsOf: ({ ends }) => [
    {
      name: 'first page, any category in turn',
      pathOf: (i) => `${LIST}&${choose(i)}`,
      reference: 'database',
      share: UNCACHED_SHARE,
      perCpuSecond: 1_500,
    },
    {
      name: 'first page, greatest saving first',
      pathOf: (i) => `${LIST}&sort=discount&${choose(i)}`,
      reference: 'database',
      share: UNCACHED_SHARE,
    },
    {
      name: 'first page of filters that nobody has asked for lately',
      pathOf: (i) => {
        const { item, day } = inTurn(CHOICES, i)
        return `${LIST}&${item}${day}`
      },
      reference: 'database',
      share: UNCACHED_SHARE,
      bound: COUNTED,
    },
    {
      name: 'a page further down',
      pathOf: (i) => `${LIST}&sort=ending&cursor=${writeCursor({ key: ends[i % ends.length]!, total: 1_000, totalIsMore: true })}&_=${i}`,
      reference: 'database',
      share: UNCACHED_SHARE,
      bound: READ,
    },
    { name: 'the same again, from memory', pathOf: () => LIST, reference: 'frame', share: CACHED_SHARE },
  ],
}
