/** What tests of fetched pictures begin with: a host of pictures, an app, and a keeper that reaches that host alone. */
import type { PictureStore } from '#api/uploads/store-pictures.ts'
import { createPictureKeeper } from '#api/fetched-pictures/keep-pictures.ts'
import { openPictureFolder } from '#api/fetched-pictures/routes.ts'
import { asAdmin, openTestApp, type Row, type TestApp } from './app.ts'
import { openPictureHost, paint, type PictureHost } from './picture-host.ts'

export const pictureRow = (title: string, image: string, more: Row = {}): Row => ({
  title,
  shop: `${title} Kade`,
  image_url: image,
  category: 'Food',
  ...more,
})
export const keeperOf = (app: TestApp, host: PictureHost, store: PictureStore = openPictureFolder(app.context)) =>
  createPictureKeeper(app.context, { store, reach: host.reach })
export const readState = async (app: TestApp) => (await asAdmin(app)('GET /superadmin/dashboard/pictures')).data

export const openPictures = async (answers: Parameters<typeof openPictureHost>[0] = {}) => {
  const host = await openPictureHost(answers)
  const app = await openTestApp()
  return { host, app, keeper: keeperOf(app, host) }
}
export const paintPng = (width = 40) => paint(width).png().toBuffer()
