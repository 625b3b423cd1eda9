import { expect, test } from 'vitest'

import { asAdmin } from '#test/app.ts'
import { openPictures, paintPng, pictureRow, readState } from '#test/fetched-pictures.ts'
import { give } from '#test/picture-host.ts'

test('what was given up is asked for once more when the operator says so, and nobody else', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': give(Buffer.from('<html>')) })
  const admin = asAdmin(app)
  const retry = async () => (await admin('POST /superadmin/dashboard/pictures/retry')).message
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  await keeper.run()
  expect(await readState(app)).toMatchObject({ failed: 1 })
  host.answers['/a.png'] = give(await paintPng())
  await expect(app.http('POST /superadmin/dashboard/pictures/retry')).rejects.toMatchObject({ code: 'admin_key_required' })
  expect(await retry()).toBe('1 picture is asked for again once the server runs with FETCH_IMAGES=1.')
  expect(await readState(app)).toMatchObject({ failed: 0, waiting: 1 })
  await keeper.run()
  expect(await readState(app)).toMatchObject({ kept: 1, problems: [] })
  expect(await retry()).toBe('No picture had been given up.')
})
