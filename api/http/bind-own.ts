import type { Answer, CallName, ParsedInput } from '#contract/calls.ts'

import type { Bind } from './bind-call.ts'
import { sessionOf, type ConsumerGuards } from './require-consumer.ts'

/** Calls about oneself that exist twice: plain, and with one's own id behind them. */
type OwnCall = { [N in CallName]: `${N}/{id}` extends CallName ? (N extends `DELETE ${string}` ? never : N) : never }[CallName]
type Own<N extends OwnCall> = (input: ParsedInput<N>, consumerId: string) => Promise<Omit<Answer<N>, 'success'>>

/** Binds both of such a call to one handler. An id that is somebody else's is refused (D-23, D-24). */
export const createOwnBinder =
  (bind: Bind, { requireConsumer, requireSelf }: ConsumerGuards) =>
  <N extends OwnCall>(name: N, handle: Own<N>) => {
    const work = (input: unknown, request: Parameters<typeof sessionOf>[0]) =>
      handle(input as ParsedInput<N>, sessionOf(request).consumerId) as Promise<never>
    bind(name, { guards: [requireConsumer], handle: work })
    bind(`${name}/{id}` as OwnCall, { guards: [requireConsumer, requireSelf], handle: work })
  }
