/**
 * Asks the recommender for one shopper's list: in this process, or over HTTP where it runs on its own. It may be slow, wrong or gone: it has a
 * time budget, what it answers is checked, and after some failures in a row it is left alone for a while. A question that it refuses is the
 * asker's matter and no failure. Nothing is remembered of an answer.
 */
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen, timeout, TimeoutStrategy, wrap } from 'cockatiel'

import { rankedOffers, type RankedOffers } from '#contract/recommendation.ts'
import { SECOND } from '#contract/time.ts'
import type { Position } from '#contract/wire.ts'
import type { Recommender } from '#recommender/recommend.ts'

import type { Context } from '../context.ts'

/** So many failures in a row, and it is asked no more; after a while one question tries whether it is back. */
const FAILURES = 5
const PAUSE = 5 * SECOND

/** `signal` says that nobody waits any more, where whoever asks can tell. */
export type Asked = { consumerId: string; authorization: string; near: Position | undefined; signal?: AbortSignal | undefined }

/** The recommender answers 4xx: it works, and does not want this question. */
class Refusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the recommender refuses with ${status}`)
    this.status = status
  }
}

/** The answer throws whatever went wrong. */
export function createAsker({ config, log }: Context, recommender: Recommender) {
  const { RECOMMENDER_URL: url, RECOMMENDER_BUDGET: budget } = config
  const breaker = circuitBreaker(
    handleWhen((error) => !(error instanceof Refusal)),
    { halfOpenAfter: PAUSE, breaker: new ConsecutiveBreaker(FAILURES) },
  )
  breaker.onStateChange((state) => {
    const fields = { recommender: url ?? 'embedded', state: CircuitState[state] }
    if (state === CircuitState.Open) log.warn(fields, 'the recommender fails: what is popular is shown instead')
    else log.info(fields, 'the recommender is asked again')
  })
  const logRefusal = createRefusalLog(log)
  const policy = wrap(breaker, timeout(budget, TimeoutStrategy.Aggressive))
  return async ({ consumerId, authorization, near }: Asked): Promise<RankedOffers> => {
    try {
      const ranked = await policy.execute(({ signal }) =>
        url ? askOverHttp(url, { consumerId, authorization, near }, signal) : recommender.rankFor(consumerId, { near, signal }),
      )
      logRefusal(undefined)
      return ranked
    } catch (error) {
      if (error instanceof Refusal) logRefusal(error.status)
      throw error
    }
  }
}
export type Asker = ReturnType<typeof createAsker>

/** Says once that questions are refused, and once that they are no more. */
function createRefusalLog(log: Context['log']) {
  let last: number | undefined
  return (status: number | undefined) => {
    if (status === last) return
    last = status
    if (status === undefined) log.info('the recommender refuses no more')
    else log.warn({ status }, 'the recommender refuses a shopper: what is popular is shown instead')
  }
}

/** As a decimal without an exponent, to a tenth of a millimetre: 1e-7 is no coordinate. */
const toDecimal = (degrees: number) => degrees.toFixed(9).replace(/\.?0+$/, '')

async function askOverHttp(url: string, { consumerId, authorization, near }: Asked, signal: AbortSignal): Promise<RankedOffers> {
  const response = await fetch(`${url}/rank/${consumerId}${near ? `?near=${toDecimal(near.lat)},${toDecimal(near.lng)}` : ''}`, {
    headers: { authorization, accept: 'application/json' },
    // A token goes to the recommender and to nobody whom it names.
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw response.status < 500 && response.status >= 400
      ? new Refusal(response.status)
      : new Error(`the recommender answers ${response.status}`)
  }
  return rankedOffers.parse(await response.json())
}
