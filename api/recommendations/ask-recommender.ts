/**
 * Asks the recommender for one shopper's list: in this process, or over HTTP where it runs on its own. It may be slow, wrong or gone: it has a
 * time budget, what it answers is checked, and after some failures in a row it is left alone for a while. Nothing is remembered of an answer.
 */
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap } from 'cockatiel'

import { rankedOffers, type RankedOffers } from '#contract/recommendation.ts'
import { SECOND } from '#contract/time.ts'
import type { Position } from '#contract/wire.ts'
import type { Recommender } from '#recommender/recommend.ts'

import type { Context } from '../context.ts'

/** So many failures in a row, and it is asked no more; after a while one question tries whether it is back. */
const FAILURES = 5
const PAUSE = 5 * SECOND

export type Asked = { consumerId: string; authorization: string; near: Position | undefined }

/** `pause` is how long it is left alone. The answer throws whatever went wrong. */
export function createAsker({ config, log }: Context, recommender: Recommender, { pause = PAUSE } = {}) {
  const { RECOMMENDER_URL: url, RECOMMENDER_BUDGET: budget } = config
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(FAILURES) })
  breaker.onStateChange((state) => {
    const fields = { recommender: url ?? 'embedded', state: CircuitState[state] }
    if (state === CircuitState.Open) log.warn(fields, 'the recommender fails: what is popular is shown instead')
    else log.info(fields, 'the recommender is asked again')
  })
  const policy = wrap(breaker, timeout(budget, TimeoutStrategy.Aggressive))
  return ({ consumerId, authorization, near }: Asked): Promise<RankedOffers> =>
    policy.execute(({ signal }) =>
      url ? askOverHttp(url, { consumerId, authorization, near }, signal) : recommender.rankFor(consumerId, { near }),
    )
}
export type Asker = ReturnType<typeof createAsker>

async function askOverHttp(url: string, { consumerId, authorization, near }: Asked, signal: AbortSignal): Promise<RankedOffers> {
  const response = await fetch(`${url}/rank/${consumerId}${near ? `?near=${near.lat},${near.lng}` : ''}`, {
    headers: { authorization, accept: 'application/json' },
    // A token goes to the recommender and to nobody whom it names.
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`the recommender answers ${response.status}`)
  }
  return rankedOffers.parse(await response.json())
}
