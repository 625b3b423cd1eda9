import type { FastifyRequest } from 'fastify'

import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'

export type AuditEvent = {
  kind: string
  outcome: 'done' | 'refused' | 'failed'
  requestId: string | undefined
  detail: Record<string, unknown>
}

/** Writes down who did what to the marketplace, and who tried. No keys, no addresses. */
export async function insertAuditEvent({ db, clock }: Context, { kind, outcome, requestId, detail }: AuditEvent) {
  await db
    .insertInto('audit_event')
    .values({ at: new Date(clock.now()), kind, outcome, request_id: requestId ?? null, detail: JSON.stringify(detail) })
    .execute()
}

/** Runs an act of the operator and writes down how it ended. */
export async function auditing<T extends object>(
  context: Context,
  kind: string,
  request: FastifyRequest | undefined,
  act: () => Promise<T>,
): Promise<T> {
  try {
    const result = await act()
    const { problems: _, warnings: __, ...detail } = result as Record<string, unknown>
    await insertAuditEvent(context, { kind, outcome: 'done', requestId: request?.id, detail })
    return result
  } catch (error) {
    const event = {
      kind,
      outcome: error instanceof AppError && error.status < 500 ? 'refused' : 'failed',
      requestId: request?.id,
      detail: { message: (error as Error).message },
    } as const
    await insertAuditEvent(context, event).catch((cause: unknown) =>
      context.log.error({ err: cause }, 'an audit event could not be written'),
    )
    throw error
  }
}
