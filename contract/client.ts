/**
 * The typed fetch over the table of calls. It imports types alone: no schema ships to the browser.
 */
import type { Answer, Api, CallInput, CallName } from './calls.ts'
import { REQUEST_TIMEOUT } from './constants.ts'
import { AppError, errors, type ErrorCode } from './errors.ts'

/** The path and query of a call: `/offers/all?q=tea`. Lists are repeated (`tags=a&tags=b`); undefined values are left out. */
export function writePath(name: CallName, { params, query }: { params?: object; query?: object } = {}) {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params?.[key as keyof typeof params])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) search.append(key, String(item))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/**
 * A client for an API at `base` (for example `/api/v1`). `headers` is asked before each call.
 * Throws `AppError` for every answer that is no success, and for none at all (code `unavailable`).
 */
export function createClient(
  base: string,
  { headers = () => ({}), fetch = globalThis.fetch }: { headers?: () => Record<string, string>; fetch?: typeof globalThis.fetch } = {},
): Api {
  return async <N extends CallName>(name: N, input?: CallInput<N>, options?: { signal?: AbortSignal }): Promise<Answer<N>> => {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT)
    const body = input?.body === undefined ? undefined : JSON.stringify(input.body)
    const response = await fetch(base + writePath(name, input as { params?: object; query?: object } | undefined), {
      method: name.slice(0, name.indexOf(' ')),
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers() },
      ...(body !== undefined && { body }),
      signal: options?.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    }).catch((cause: unknown) => {
      if (options?.signal?.aborted) throw cause
      throw new AppError('unavailable', { cause })
    })
    if (response.ok && response.headers.get('content-type')?.startsWith('text/csv')) return (await response.text()) as Answer<N>
    const answer = (await response.json().catch(() => null)) as Answer<N> | FailureBody | null
    // A bare list is a success by itself.
    if (response.ok && (Array.isArray(answer) || (answer as FailureBody | null)?.success)) return answer as Answer<N>
    throw toAppError(response.status, answer as FailureBody | null)
  }
}

type FailureBody = { success: false; message?: string; error?: string; code?: string; fields?: Record<string, string> | null }

/** The failure that an answer stands for, also where the answer is not one of ours (a proxy's page, nothing at all). */
export function toAppError(status: number, body: FailureBody | null) {
  const { success: _, message, error, code, fields, ...details } = body ?? { success: false }
  const known = code && code in errors ? (code as ErrorCode) : undefined
  const byStatus = (Object.keys(errors) as ErrorCode[]).find((key) => errors[key][0] === status)
  const text = message ?? error
  return new AppError(known ?? byStatus ?? 'internal_error', { ...(text && { message: text }), ...(fields && { fields }), details })
}
