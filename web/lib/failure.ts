/** What went wrong, in one shape, wherever it came from: thrown by a loader on the server, by a query, or by the router itself. */
import { isRouteErrorResponse } from 'react-router'

import { errors, type AppError, type ErrorCode } from '#contract/errors.ts'

export type Failure = {
  code: ErrorCode
  status: number
  message: string
  details?: Record<string, unknown> | undefined
  /** The server has drawn what is said of it for somebody who saves data. */
  savesData?: boolean | undefined
}

/** An expected failure. By name, because the server's `AppError` is another copy of the class than ours. */
export const isAppError = (error: unknown): error is AppError => error instanceof Error && error.name === 'AppError'

/** The service cannot be reached, or says itself that it is busy: worth another try, and no reason to throw away what is on the screen. */
export const isUnavailable = (error: unknown) => isAppError(error) && (error.code === 'unavailable' || error.status === 429)
/** It has failed by no fault of the question. */
export const isBroken = (error: unknown) => isAppError(error) && error.status >= 500

/** There is no such thing, or not any more. */
export const isGone = (error: unknown) => isAppError(error) && (error.status === 404 || error.status === 410)

export const toFailure = (error: unknown): Failure => {
  if (isAppError(error)) return { code: error.code, status: error.status, message: error.message, details: error.details }
  if (isRouteErrorResponse(error)) {
    const data = error.data as Partial<Failure> | null
    if (data?.code && data.message)
      return { code: data.code, status: error.status, message: data.message, details: data.details, savesData: data.savesData }
    if (error.status === 404) return { code: 'not_found', status: 404, message: errors.not_found[1] }
  }
  return { code: 'internal_error', status: 500, message: errors.internal_error[1] }
}
