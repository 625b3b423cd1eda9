/** A clock that a test holds in its hand. It goes wherever the product takes `{ now }`. */
export type TestClock = { now: () => number; advance: (milliseconds: number) => void; set: (iso: string) => void }

export function createClock(iso: string): TestClock {
  let instant = parseInstant(iso)
  return {
    now: () => instant,
    advance: (milliseconds) => {
      instant += milliseconds
    },
    set: (next) => {
      instant = parseInstant(next)
    },
  }
}

function parseInstant(iso: string) {
  const instant = Date.parse(iso)
  if (Number.isNaN(instant)) throw new Error(`not an instant: ${iso}`)
  return instant
}
