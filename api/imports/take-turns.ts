import { setImmediate as letOthers } from 'node:timers/promises'

/**
 * So long, in milliseconds, one works before shoppers, and what the database has answered, have a turn. An import works at two things or
 * three at once. With turns twice as long it takes as long, and the median list beside it a fifth longer.
 */
const TURN = 0.15

/** For loops that work for long: called once a round, it lets all others go first when one's turn is over. */
export function takeTurns(): () => Promise<void> | undefined {
  let begun = performance.now()
  const pass = async () => {
    await letOthers()
    begun = performance.now()
  }
  return () => (performance.now() - begun > TURN ? pass() : undefined)
}
