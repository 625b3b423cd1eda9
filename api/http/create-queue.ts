import { AppError } from '#contract/errors.ts'

/** Work is done one after the other. Who would wait behind `most` is asked to come back, with these words (`too_many_requests`). */
export function createQueue(most: number, busy: string) {
  let waiting = 0
  let latest: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= most) throw new AppError('too_many_requests', { message: busy, retryAfter: 2 })
    waiting += 1
    const done = latest.then(work)
    latest = done.then(
      () => void (waiting -= 1),
      () => void (waiting -= 1),
    )
    return done
  }
}
