import type { FastifyRequest } from 'fastify'

import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'
import { insertAuditEvent, type AuditEvent } from './data.ts'

/** Runs an act of an operator or an account and writes down how it ended. `describe` says what is remembered of its result. */
export async function recordAct<T>(
  context: Context,
  kind: string,
  request: FastifyRequest | undefined,
  act: () => Promise<T>,
  describe: (result: T) => Record<string, unknown> = () => ({}),
): Promise<T> {
  const who = request?.session && { consumer: request.session.consumerId }
  // What has been done stays done, even where it could not be written down.
  const write = (outcome: AuditEvent['outcome'], detail: Record<string, unknown>) =>
    insertAuditEvent(context, { kind, outcome, requestId: request?.id, detail: { ...who, ...detail } }).catch((cause: unknown) =>
      context.log.error({ err: cause, kind, outcome }, 'an audit event could not be written'),
    )
  try {
    const result = await act()
    await write('done', describe(result))
    return result
  } catch (error) {
    await write(error instanceof AppError && error.status < 500 ? 'refused' : 'failed', { message: (error as Error).message })
    throw error
  }
}
