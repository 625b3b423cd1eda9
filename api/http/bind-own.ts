import type { CallName, ParsedInput } from '#contract/calls.ts'

import type { Bind, Handled } from './bind-call.ts'
import { sessionOf, type ConsumerGuards } from './require-consumer.ts'

/** What such a call does: its input, and who is asking. */
type Work<N extends CallName> = (input: ParsedInput<N>, consumerId: string) => Promise<Handled<N>>

/** Binds a call of a consumer about themselves. */
export const createMineBinder =
  (bind: Bind, { requireConsumer }: ConsumerGuards) =>
  <N extends CallName>(name: N, work: Work<N>) =>
    bind(name, { guards: [requireConsumer], handle: (input, request) => work(input, sessionOf(request).consumerId) })

/** Calls about oneself that exist twice: plain, and with one's own id behind them. */
type OwnCall = { [N in CallName]: `${N}/{id}` extends CallName ? (N extends `DELETE ${string}` ? never : N) : never }[CallName]

/** Binds both of such a call to one handler. An id that is somebody else's is refused (D-23, D-24). */
export const createOwnBinder =
  (bind: Bind, { requireConsumer, requireSelf }: ConsumerGuards) =>
  <N extends OwnCall>(name: N, work: Work<N>) => {
    const handle = (input: unknown, request: Parameters<typeof sessionOf>[0]) =>
      work(input as ParsedInput<N>, sessionOf(request).consumerId) as Promise<never>
    bind(name, { guards: [requireConsumer], handle })
    bind(`${name}/{id}` as OwnCall, { guards: [requireConsumer, requireSelf], handle })
  }
