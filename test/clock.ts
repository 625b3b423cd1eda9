export type TestClock = { now: () => number; advance: (ms: number) => void; set: (iso: string) => void }

/** A clock that stands still until a test moves it. */
export function createClock(at: string): TestClock {
  let now = Date.parse(at)
  return { now: () => now, advance: (ms) => { now += ms }, set: (iso) => { now = Date.parse(iso) } }
}
