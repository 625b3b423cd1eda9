import { expect, test } from 'vitest'

import { asAdmin, openTestApp } from '#test/app.ts'
import { give, openPictureHost, paint } from '#test/picture-host.ts'

import { createPictureKeeper } from './keep-pictures.ts'
import { openPictureFolder } from './routes.ts'

test('what was given up is asked for once more when the operator says so, and nobody else', async () => {
  const host = await openPictureHost({ '/a.png': give(Buffer.from('<html>')) })
  const app = await openTestApp()
  const admin = asAdmin(app)
  const keeper = createPictureKeeper(app.context, { store: openPictureFolder(app.context), reach: host.reach })
  const retry = async () => (await admin('POST /superadmin/dashboard/pictures/retry')).message
  const readState = async () => (await admin('GET /superadmin/dashboard/pictures')).data
  await app.importRows([{ title: 'Tea', shop: 'Kade', image_url: host.at('/a.png') }])
  await keeper.run()
  expect(await readState()).toMatchObject({ failed: 1 })
  host.answers['/a.png'] = give(await paint(40).png().toBuffer())
  await expect(app.http('POST /superadmin/dashboard/pictures/retry')).rejects.toMatchObject({ code: 'admin_key_required' })
  expect(await retry()).toBe('1 picture is asked for again once the server runs with FETCH_IMAGES=1.')
  expect(await readState()).toMatchObject({ failed: 0, waiting: 1 })
  await keeper.run()
  expect(await readState()).toMatchObject({ kept: 1, problems: [] })
  expect(await retry()).toBe('No picture had been given up.')
})
