/** The same as test/any-input.test.ts, for as long as it takes to find what is rare. */
import { expect, test } from 'vitest'

import { tryInputs } from '#test/try-inputs.ts'

test('a hundred thousand requests made from the schemas get answers that the contract knows', async () => {
  // Each of these compares or makes a password, writes a picture or a file.
  const rare = [
    'POST /consumer/signup',
    'POST /consumer/signin',
    'POST /consumer/reset-password',
    'PUT /consumer/change-password',
    'DELETE /consumer/delete-profile',
    'POST /consumer/upload-image/{id}',
    'POST /superadmin/dashboard/import/csv',
  ] as const
  expect((await tryInputs(100_000, { rare })).length).toBeLessThan(20)
}, 3_600_000)
