import { expect, test } from 'vitest'

import { toAppError } from '#contract/client.ts'
import { AppError } from '#contract/errors.ts'

import { messageOf } from '#web/lib/failure-text.ts'

const OTHERWISE = 'An error occurred. Please try again.'

test("the server's message goes first, and the written one stands where there is none [#234, #235, #237]", () => {
  expect(messageOf(toAppError(400, { success: false, message: 'The current password is not right.' }), OTHERWISE)).toBe(
    'The current password is not right.',
  )
  expect(messageOf(toAppError(500, { success: false, error: 'Out of paper' }), OTHERWISE)).toBe('Out of paper')
  expect(messageOf(toAppError(500, null), OTHERWISE)).toBe(OTHERWISE)
  expect(messageOf(new AppError('unavailable', { cause: new TypeError('Failed to fetch') }), OTHERWISE)).toBe(OTHERWISE)
  expect(messageOf(new TypeError('a fault of ours'), OTHERWISE)).toBe(OTHERWISE)
})
