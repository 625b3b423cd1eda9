/** Passwords: argon2id in threads of its own, a few at a time, so that who signs in does not hold up who reads. */
import { hash, verify } from '@node-rs/argon2'

import { AppError } from '#contract/errors.ts'

/** OWASP's least for argon2id, which is the package's own choice: 19 MiB, two rounds. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Side by side, and waiting: each takes memory and a core. */
const AT_ONCE = 2
const WAITING = 200

let running = 0
const waiting: (() => void)[] = []
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw new AppError('unavailable', { retryAfter: 2 })
    await new Promise<void>((resolve) => void waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // Whoever waits takes over the place.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, PARAMETERS))

let ofNobody: Promise<string> | undefined
/** Whether a password is the one behind a hash. Without a hash it takes as long, and is not. */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  ofNobody ??= hashPassword('nobody has this password')
  const expected = hashed ?? (await ofNobody)
  const isSame = await inTurn(() => verify(expected, password))
  return isSame && hashed !== null && hashed !== undefined
}
