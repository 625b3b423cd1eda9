import { CACHED_SHARE, type Measure } from './point.ts'

export const detail: Measure = {
  name: 'detail',
  title: 'One offer',
  pointsOf: ({ ids }) => [
    {
      name: 'any of them',
      pathOf: (i) => `/api/v1/offers/${ids[i % ids.length]}?_=${i}`,
      reference: 'frame',
      perCpuSecond: 6_000,
      warmUp: 3 * ids.length,
    },
    { name: 'the same again, from memory', pathOf: () => `/api/v1/offers/${ids[0]}`, reference: 'frame', share: CACHED_SHARE },
  ],
}
