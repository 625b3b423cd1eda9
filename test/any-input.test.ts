/** Whatever comes in, the answer is one that the contract knows: the promise that nothing a client can send makes a 5xx. */
import { expect, test } from 'vitest'

import type { CallName } from '#contract/calls.ts'

import { tryInputs } from './try-inputs.ts'

test('eight hundred requests made from the schemas, fitting and hostile, get answers that the contract knows', async () => {
  // Links of mails, and proofs of Google, cannot be guessed, and an address is confirmed by a mail alone; everything else was also done, not only refused.
  const impossible: CallName[] = [
    'POST /consumer/reset-password',
    'POST /consumer/confirm-email',
    'POST /consumer/google-signin',
    'POST /consumer/google-connection/ticket',
    'POST /consumer/google-connection',
  ]
  // The same ones each time; test/faults/any-input.test.ts looks for others.
  expect(await tryInputs(800, { seed: 2033, impossible })).toEqual([])
}, 120_000)
