import { expect, test, vi } from 'vitest'

import { createClient } from './client.ts'

test('a call is given up after ten minutes, or as soon as whoever asked leaves [#251]', async () => {
  const begun = vi.spyOn(AbortSignal, 'timeout')
  const signals: AbortSignal[] = []
  // A server that never answers.
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const signal = init!.signal!
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const leaving = new AbortController()
  const call = createClient('/api/v1', { fetch })('GET /statistics', {}, { signal: leaving.signal })
  expect(begun).toHaveBeenCalledWith(600_000)
  leaving.abort(new Error('left'))
  await expect(call).rejects.toThrow('left')
  expect(signals[0]!.aborted).toBe(true)
  begun.mockRestore()
})
