import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { keeperOf, openPictures, paintPng, pictureRow, readState } from '#test/fetched-pictures.ts'
import { give, giveAfter, type Answer } from '#test/picture-host.ts'

test('four are asked side by side, two of one host, and a host that is slow holds up no other', async () => {
  const picture = await paintPng()
  const slow: Answer = (...asked) => giveAfter(sleep(150), picture)(...asked)
  const names = Array.from({ length: 18 }, (_, place) => `/${place}.png`)
  const { host, app, keeper } = await openPictures(Object.fromEntries(names.map((name) => [name, slow])))
  await app.importRows(names.map((name, place) => pictureRow(`Tea ${place}`, host.at(name, place < 10 ? 'a.example' : `${place}.example`))))
  await keeper.run()
  expect(await readState(app)).toMatchObject({ kept: 18 })
  expect(host.most).toEqual({ all: 4, host: 2 })
})

test('what an import brings while others are being asked for does not wait for all of them', async () => {
  const picture = await paintPng()
  const [imported, lateAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const names = Array.from({ length: 10 }, (_, place) => `/${place}.png`)
  const { host, app, keeper } = await openPictures(Object.fromEntries(names.map((name) => [name, giveAfter(imported.promise, picture)])))
  await app.importRows(names.map((name) => pictureRow(`Tea ${name}`, host.at(name, 'a.example'))))
  const running = keeper.run()
  await expect.poll(() => host.asked.length).toBe(2)
  await app.importRows([pictureRow('Cake', host.at('/late.png', 'b.example'))])
  // Whoever is asked from now on answers no sooner than the late one was asked for.
  for (const name of names) host.answers[name] = giveAfter(lateAsked.promise, picture)
  host.answers['/late.png'] = (...asked) => {
    lateAsked.resolve()
    give(picture)(...asked)
  }
  const again = keeper.run()
  imported.resolve()
  await Promise.all([running, again])
  expect(host.asked.indexOf('/late.png')).toBeLessThan(names.length - 2)
  expect(await readState(app)).toMatchObject({ kept: 11, waiting: 0 })
})

test('what waits for its host alone is not left to the next minute, however late the look for it is answered', async () => {
  const picture = await paintPng()
  const looked = Promise.withResolvers<void>()
  const names = ['/0.png', '/1.png', '/2.png']
  const { host, app } = await openPictures(Object.fromEntries(names.map((name) => [name, giveAfter(looked.promise, picture)])))
  await app.importRows(names.map((name) => pictureRow(`Tea ${name}`, host.at(name))))
  const looks = new WeakSet<object>()
  const db = app.context.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('set attempts')) looks.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!looks.has(queryId) || result.rows.length > 0) return result
      // Both of its host are being asked: they end before this answer is there.
      looked.resolve()
      await expect.poll(async () => (await readState(app)).kept).toBeGreaterThanOrEqual(2)
      await sleep(50)
      return result
    },
  })
  await keeperOf({ ...app, context: { ...app.context, db } }, host).run()
  expect(await readState(app)).toMatchObject({ kept: 3, waiting: 0 })
})
