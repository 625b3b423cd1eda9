import { readdirSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { openTestApp, type TestApp } from '#test/app.ts'
import { keeperOf, openPictures, paintPng, pictureRow, readState } from '#test/fetched-pictures.ts'
import { give, giveStatus, openPictureHost, paint } from '#test/picture-host.ts'
import { AppError } from '#contract/errors.ts'
import { DAY, MINUTE } from '#contract/time.ts'
import { forgetCards } from '#api/offers/keep-cards.ts'

import { openPictureFolder } from './routes.ts'

const OWN = /^\/pictures\/[0-9a-f]{32}-(400|800|1200)\.webp$/

async function readOffers(app: TestApp) {
  // What an answer and a card were is kept for seconds.
  forgetCards(app.context.db)
  for (const tell of app.context.onCatalogueChange) tell()
  const { data } = await app.http('GET /offers/all', { query: { limit: '100' } })
  return new Map(data.map((offer) => [offer.title, offer]))
}
const filesOf = (app: TestApp) => {
  try {
    return readdirSync(path.join(app.context.config.DATA_DIR, 'pictures'))
  } catch {
    return []
  }
}
test('pictures of offers and shops are fetched behind an import, once each, and served from here in several widths', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': give(await paintPng(900)), '/logo.png': give(await paintPng(100)) })
  await app.importRows([
    pictureRow('Tea', host.at('/a.png'), { shop_logo: host.at('/logo.png') }),
    pictureRow('Cake', host.at('/a.png')),
    pictureRow('Rice', ''),
  ])
  expect((await readOffers(app)).get('Tea')?.imageUrl).toBe(host.at('/a.png'))
  await keeper.run()
  const offers = await readOffers(app)
  const tea = offers.get('Tea')!
  expect(tea.imageUrl).toMatch(OWN)
  expect(tea.imageUrl).toBe(offers.get('Cake')?.imageUrl)
  expect(offers.get('Rice')?.imageUrl).toBeNull()
  expect(tea.shop.logo).toMatch(OWN)
  const { data: shop } = await app.http('GET /shops/{id}', { params: { id: tea.shop.id } })
  expect(shop.logo).toBe(tea.shop.logo)
  expect((await app.http('GET /shops')).data.map((one) => one.logo)).toContain(tea.shop.logo)

  const answer = await app.server.inject(tea.imageUrl!)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const widths = [400, 800, 1200].map(async (width) => {
    const { rawPayload } = await app.server.inject(tea.imageUrl!.replace('-1200.', `-${width}.`))
    return (await sharp(rawPayload).metadata()).width
  })
  expect(await Promise.all(widths)).toEqual([400, 800, 900])

  await app.importRows([pictureRow('Tea', host.at('/a.png'), { description: 'Hot' })])
  await keeper.run()
  expect(host.asked.toSorted()).toEqual(['/a.png', '/logo.png'])
  expect(await readState(app)).toMatchObject({ isOn: false, kept: 2, waiting: 0, failed: 0, problems: [] })
})

test('another address is another picture', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': give(await paintPng()), '/b.png': give(await paintPng()) })
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  await keeper.run()
  const before = (await readOffers(app)).get('Tea')?.imageUrl
  await app.importRows([pictureRow('Tea', host.at('/b.png'))])
  await keeper.run()
  const after = (await readOffers(app)).get('Tea')?.imageUrl
  expect(after).toMatch(OWN)
  expect(after).not.toBe(before)
})

test('where pictures are not wished none is fetched, and none is written down', async () => {
  const { host, app } = await openPictures({ '/a.png': give(await paintPng()) })
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  expect(app.fetchedPictures).toBeUndefined()
  expect(await readState(app)).toMatchObject({ isOn: false, kept: 0, waiting: 0, failed: 0 })
  expect(host.connections()).toBe(0)
})

test('where they are wished each import sets it off, and a name that nobody knows is told of and harms nothing', async () => {
  const app = await openTestApp({ variables: { FETCH_IMAGES: '1' } })
  app.fetchedPictures!.start()
  const { created } = await app.importRows([pictureRow('Tea', 'http://pictures.invalid/a.png')])
  expect(created).toBe(1)
  await expect
    .poll(() => readState(app), { timeout: 15_000 })
    .toMatchObject({ isOn: true, waiting: 1, problems: [{ isFinal: false, attempts: 1 }] })
  expect((await readOffers(app)).get('Tea')?.imageUrl).toBe('http://pictures.invalid/a.png')
})

test('in production no name leads into the own network', async () => {
  const host = await openPictureHost({ '/a.png': give(await paintPng()) })
  const app = await openTestApp({ variables: { FETCH_IMAGES: '1' } })
  // Past the check of the import, as what was imported before there was one.
  await app.importRows([pictureRow('Tea', 'http://pictures.invalid/a.png')])
  await app.context.pool.query('update offer_version set image_url = $1', [`http://127.0.0.1:${host.port}/a.png`])
  await app.fetchedPictures!.run()
  const reason = 'It leads into a private network, or to a port that is none of the web'
  expect(await readState(app)).toMatchObject({ failed: 1, problems: [{ reason, isFinal: true }] })
  expect(host.connections()).toBe(0)
})

test('what fails is asked again, later each time, and shown once it is there', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': giveStatus(500) })
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  await keeper.run()
  await keeper.run()
  expect(host.asked.length).toBe(1)
  app.clock.advance(MINUTE)
  host.answers['/a.png'] = giveStatus(404)
  await keeper.run()
  expect((await readState(app)).problems).toMatchObject([
    { url: host.at('/a.png'), reason: 'Its host answered 404', attempts: 2, isFinal: false },
  ])
  host.answers['/a.png'] = give(await paintPng())
  app.clock.advance(9 * MINUTE)
  await keeper.run()
  expect(host.asked.length).toBe(2)
  app.clock.advance(MINUTE)
  await keeper.run()
  expect((await readOffers(app)).get('Tea')?.imageUrl).toMatch(OWN)
  expect(await readState(app)).toMatchObject({ kept: 1, problems: [] })
})

test('after five failures it is left, with the reason, until the address changes; the page goes on showing what was named', async () => {
  const { host, app, keeper } = await openPictures()
  await app.importRows([pictureRow('Tea', host.at('/gone.png'))])
  for (let day = 0; day < 12; day += 1) {
    await keeper.run()
    app.clock.advance(DAY)
  }
  expect(host.asked.length).toBe(5)
  expect(await readState(app)).toMatchObject({
    failed: 1,
    waiting: 0,
    problems: [{ reason: 'Its host answered 404', isFinal: true, attempts: 5 }],
  })
  await app.importRows([pictureRow('Tea', host.at('/gone.png'), { description: 'Hot' })])
  await keeper.run()
  expect(host.asked.length).toBe(5)
  expect((await readOffers(app)).get('Tea')?.imageUrl).toBe(host.at('/gone.png'))
})

test('what is no picture, or too much of one, is asked once', async () => {
  const { host, app, keeper } = await openPictures({
    '/page.png': give(Buffer.from('<html>')),
    '/bomb.png': give(await paint(9_000).png({ compressionLevel: 9 }).toBuffer()),
    '/broken.png': give((await paintPng(200)).subarray(0, 200)),
  })
  await app.importRows(['page', 'bomb', 'broken'].map((name) => pictureRow(name, host.at(`/${name}.png`))))
  await keeper.run()
  app.clock.advance(DAY)
  await keeper.run()
  expect(host.asked.length).toBe(3)
  const { problems, failed } = await readState(app)
  expect(failed).toBe(3)
  expect(problems.map(({ reason }) => reason).toSorted()).toEqual([
    'It has too many pixels',
    'It is broken',
    'What lies there is no JPEG, PNG, GIF, WebP or AVIF',
  ])
  expect(filesOf(app)).toEqual([])
})

test('a host that answers nobody is not asked for each of its pictures', async () => {
  const { host, app, keeper } = await openPictures({ '/alive.png': give(await paintPng()) })
  const dead = Array.from({ length: 40 }, (_, place) => `/${place}.png`)
  for (const name of dead) host.answers[name] = (_, response) => void response.socket?.destroy()
  await app.importRows([
    ...dead.map((name) => pictureRow(`Tea ${name}`, host.at(name, 'dead.example'))),
    pictureRow('Cake', host.at('/alive.png')),
  ])
  await keeper.run()
  expect(host.asked.filter((name) => name !== '/alive.png').length).toBeLessThanOrEqual(5)
  expect(await readState(app)).toMatchObject({ kept: 1, waiting: 40 })
  for (let day = 0; day < 12; day += 1) {
    app.clock.advance(DAY)
    await keeper.run()
  }
  expect(await readState(app)).toMatchObject({ kept: 1, failed: 40, waiting: 0 })
  expect(host.asked.length).toBeLessThan(40)
})

test('of several servers of one database one fetches, and each picture is fetched once', async () => {
  const names = Array.from({ length: 12 }, (_, place) => `/${place}.png`)
  const picture = await paintPng()
  const { host, app, keeper } = await openPictures(Object.fromEntries(names.map((name) => [name, give(picture)])))
  await app.importRows(names.map((name) => pictureRow(`Tea ${name}`, host.at(name, `host${name.slice(1, 2)}.example`))))
  await Promise.all([keeper.run(), keeperOf(app, host).run(), keeperOf(app, host).run(), keeper.run()])
  expect(host.asked.toSorted()).toEqual(names.toSorted())
  expect(await readState(app)).toMatchObject({ kept: 12, waiting: 0 })
})

test('who is stopped gives back what was under way, and the next one fetches it', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': () => {} })
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  const running = keeper.run()
  await expect.poll(() => host.asked.length).toBe(1)
  await keeper.stop()
  await running
  host.answers['/a.png'] = give(await paintPng())
  await keeperOf(app, host).run()
  expect(await readState(app)).toMatchObject({ kept: 1 })
})

test('what a process that died was asking for is asked again, and what ends processes is left', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': giveStatus(500) })
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  await keeper.run()
  const die = (attempts: number) =>
    app.context.pool.query('update fetched_picture set attempts = $1, due_at = $2', [attempts, new Date(app.clock.now() + 5 * MINUTE)])
  await die(2)
  await keeper.run()
  expect(host.asked.length).toBe(1)
  app.clock.advance(5 * MINUTE)
  await keeper.run()
  expect(host.asked.length).toBe(2)
  await die(5)
  app.clock.advance(5 * MINUTE)
  await keeper.run()
  expect(host.asked.length).toBe(2)
  expect(await readState(app)).toMatchObject({ failed: 1, problems: [{ reason: 'The server did not come to its end', isFinal: true }] })
})

test('a picture that nobody names any more goes after thirty days, and comes back as quickly as its offer before', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': give(await paintPng(900)), '/b.png': give(await paintPng()) })
  await app.importRows([pictureRow('Tea', host.at('/a.png')), pictureRow('Cake', host.at('/b.png'))])
  await keeper.run()
  expect(filesOf(app).length).toBe(4)
  await app.importRows([pictureRow('Tea', '-')])
  app.clock.advance(29 * DAY)
  await keeper.run()
  expect(await readState(app)).toMatchObject({ kept: 2 })
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  await keeper.run()
  await app.importRows([pictureRow('Tea', '-')])
  app.clock.advance(29 * DAY)
  await keeper.run()
  expect(await readState(app)).toMatchObject({ kept: 2 })
  app.clock.advance(3 * DAY)
  await keeper.run()
  expect(await readState(app)).toMatchObject({ kept: 1 })
  expect(filesOf(app).length).toBe(1)
  expect((await readOffers(app)).get('Cake')?.imageUrl).toMatch(OWN)
  expect(host.asked).toEqual(expect.arrayContaining(['/a.png', '/b.png']))
  expect(host.asked.length).toBe(2)
})

test('offers that are over or that nobody sees have nothing fetched for them', async () => {
  const { host, app, keeper } = await openPictures({ '/a.png': give(await paintPng()) })
  await app.importRows([pictureRow('Tea', host.at('/a.png'), { end_date: '2026-11-20' }), pictureRow('Cake', host.at('/b.png'))])
  await app.context.pool.query(`update offer_version set withdrawn_at = now() where title = 'Cake'`)
  await keeper.run()
  expect(host.connections()).toBe(0)
  await app.importRows([pictureRow('Rice', host.at('/c.png'))])
  await keeper.run()
  expect(host.asked).toEqual(['/c.png'])
  // It is asked again in a minute: not where the offer is gone by then.
  await app.importRows([pictureRow('Rice', '-')])
  app.clock.advance(MINUTE)
  await keeper.run()
  expect(host.asked).toEqual(['/c.png'])
  expect(await readState(app)).toMatchObject({ waiting: 0, failed: 0 })
})

test('a full disk is told, counts against nobody, and is tried again in an hour', async () => {
  const { host, app } = await openPictures({ '/a.png': give(await paintPng()) })
  const folder = openPictureFolder(app.context)
  let isFull = true
  const keeper = keeperOf(app, host, {
    ...folder,
    put: async (name, bytes) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      return folder.put(name, bytes)
    },
  })
  await app.importRows([pictureRow('Tea', host.at('/a.png'))])
  for (let minute = 0; minute < 10; minute += 1) {
    await keeper.run()
    app.clock.advance(MINUTE)
  }
  expect(host.asked.length).toBe(1)
  expect(await readState(app)).toMatchObject({
    waiting: 1,
    problems: [{ reason: 'There was no room on the disk of the server', isFinal: false, attempts: 0 }],
  })
  isFull = false
  app.clock.advance(60 * MINUTE)
  await keeper.run()
  expect(await readState(app)).toMatchObject({ kept: 1, problems: [] })
})

test('a thousand addresses more are found than one step looks at', async () => {
  const { host, app, keeper } = await openPictures()
  for (let place = 0; place < 3_000; place += 1) host.answers[`/${place}.png`] = giveStatus(500)
  await app.importRows(
    Array.from({ length: 2_100 }, (_, place) => pictureRow(`Tea ${place}`, host.at(`/${place}.png`, 'a.example'), { shop: 'Kade' })),
  )
  const running = keeper.run()
  await expect.poll(async () => (await readState(app)).waiting).toBe(2_100)
  await keeper.stop()
  await running
  expect(host.asked.length).toBeLessThan(2_100)
})

test('names that are none of ours lead to no file', async () => {
  const { app } = await openPictures()
  for (const name of [
    'x.webp',
    '..%2f..%2fpackage.json',
    `${'0'.repeat(32)}-400.webp`,
    `${'0'.repeat(32)}-401.webp`,
    `${'0'.repeat(32)}-400.webp%00`,
  ])
    expect((await app.server.inject(`/pictures/${name}`)).statusCode).toBe(404)
})

test('how it stands is for the operator alone', async () => {
  const { app } = await openPictures()
  const asked = await app.http('GET /superadmin/dashboard/pictures').catch((error: unknown) => error)
  expect(asked).toBeInstanceOf(AppError)
  expect(asked).toMatchObject({ status: 401, code: 'admin_key_required' })
})

test('an address that nobody could reach is left out of an import, with a warning, and the row is taken', async () => {
  const { app } = await openPictures()
  const { created, warnings } = await app.importRows([
    pictureRow('Tea', 'http://169.254.169.254/latest/meta-data'),
    pictureRow('Cake', 'ftp://pictures.example/a.png'),
    pictureRow('Rice', 'https://me:secret@pictures.example/a.png', { shop_logo: 'http://192.168.1.2/logo.png' }),
  ])
  expect(created).toBe(3)
  expect(warnings.map(({ row: place, column, reason }) => [place, column, reason])).toEqual([
    [2, 'image_url', expect.stringContaining('its own network')],
    [3, 'image_url', expect.stringContaining('https://example.com/page')],
    [4, 'shop_logo', expect.stringContaining('its own network')],
    [4, 'image_url', expect.stringContaining('without them')],
  ])
  expect([...(await readOffers(app)).values()].map(({ imageUrl }) => imageUrl)).toEqual([null, null, null])
})
