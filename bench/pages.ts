import { CHOICES, inTurn, type Measure } from './point.ts'

/** Whole pages as a browser gets them: HTML, compressed. A page is kept for a second; a new address is rendered. */
export const pages: Measure = {
  name: 'pages',
  title: 'Pages, rendered on the server',
  pointsOf: ({ ids }) => [
    {
      name: 'front page, other wishes each time',
      pathOf: (i) => {
        const { item, day } = inTurn(CHOICES, i)
        return `/?${item}${day}`
      },
      reference: 'frame',
    },
    { name: 'front page, the same again', pathOf: () => '/', reference: 'frame', perCpuSecond: 700 },
    { name: 'offer page, any of them', pathOf: (i) => `/offers/${ids[i % ids.length]}?_=${i}`, reference: 'frame' },
    { name: 'offer page, the same again', pathOf: () => `/offers/${ids[0]}`, reference: 'frame', perCpuSecond: 1_200 },
  ],
}
