import type { FastifyRequest } from 'fastify'

import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { insertAuditEvent } from './data.ts'

/** Runs an act of the operator and writes down how it ended. */
export async function recordAct<T extends object>(
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
