/**
 * What training has found out about one city, ready to serve: texts and typed arrays, nothing else, so that it is small to keep and quick to
 * load. Whoever serves it passes it on and looks at `trainedUntil` alone.
 */

/** Rows of few entries: row `r` is what stands in `columns` and `values` from `starts[r]` to before `starts[r + 1]`. */
export type Rows = { starts: Uint32Array; columns: Uint32Array; values: Float32Array }

export type Model = {
  /** The latest event that it has seen, in milliseconds since 1970; 0: it has seen none, or none with a time. */
  trainedUntil: number
  /** The method that found the neighbours and its settings, in words for the log. */
  method: string
  shopIds: string[]
  /** People who chose the one also choose the other, and how much so. Row and column are shops. */
  neighbours: Rows
}

/** Of a city that nobody has trained yet: rankOffers goes by content, interests, place and popularity. */
export const emptyModel = (): Model => ({
  trainedUntil: 0,
  method: 'none',
  shopIds: [],
  neighbours: { starts: new Uint32Array(1), columns: new Uint32Array(0), values: new Float32Array(0) },
})
