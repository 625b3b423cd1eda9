import { HOUR } from '#contract/time.ts'

import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'

/** The profile is read once, when the server starts: whoever changes it starts the server anew. */
const KEPT_FOR = HOUR

/** All of the profile is public. Pages carry only as much of it as each of them needs (web/lib/city.tsx), and ask here for the rest. */
export function registerCity(bind: Bind, { config }: Context) {
  bind('GET /city', { keep: KEPT_FOR, handle: () => Promise.resolve({ data: config.city }) })
}
