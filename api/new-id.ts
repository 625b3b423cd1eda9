import { randomFillSync } from 'node:crypto'

import { v7 as uuidV7 } from 'uuid'

const BYTES = 16
/** So many ids' randomness is asked for at once: one by one that takes four times as long as all the rest. */
const AHEAD = 256
/** Of the bits between the time and the randomness those that an id of a new millisecond begins with: room for counting on. */
const FIRST = 2 ** 31

/** Makes ids that grow with time (uuid v7), also within a millisecond. */
export function createIds(): () => string {
  const random = Buffer.alloc(BYTES * AHEAD)
  let at = random.length
  let msecs = 0
  let seq = 0
  return () => {
    if (at === random.length) {
      randomFillSync(random)
      at = 0
    }
    const own = random.subarray(at, (at += BYTES))
    const now = Date.now()
    if (now > msecs) {
      msecs = now
      seq = own.readUInt32BE(0) % FIRST
    } else if (++seq === 2 * FIRST) {
      msecs += 1
      seq = 0
    }
    return uuidV7({ random: own, msecs, seq })
  }
}
