import path from 'node:path'

import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'
import { countWords } from '#contract/format-count.ts'
import { PICTURE_FILE } from '#contract/picture-rules.ts'

import { recordAct } from '../admin/record-audit.ts'
import type { AdminGuard } from '../admin/require-admin.ts'
import type { Context } from '../context.ts'
import type { Bind } from '../http/bind-call.ts'
import { openFolder } from '../uploads/store-pictures.ts'
import { countPictures, retryFailed } from './data.ts'
import { createPictureKeeper, type PictureKeeper } from './keep-pictures.ts'

/** `/pictures/{name}-{width}.webp`, and what an operator is told of them. Answers what fetches them, where that is wished. */
export function registerFetchedPictures(
  server: FastifyInstance,
  bind: Bind,
  context: Context,
  requireAdmin: AdminGuard,
): PictureKeeper | undefined {
  const { config, db, clock } = context
  const store = openPictureFolder(context)
  server.get('/pictures/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params as { file: string }
    const bytes = PICTURE_FILE.test(file) ? await store.get(file) : undefined
    if (!bytes) throw new AppError('not_found')
    // A name stands for what one address held when it was asked: it never becomes another picture.
    return reply.headers({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }).send(bytes)
  })
  bind('GET /superadmin/dashboard/pictures', {
    guards: [requireAdmin('list-pictures')],
    handle: async () => ({ data: { isOn: config.FETCH_IMAGES, ...(await countPictures(db)) } }),
  })
  const keeper = config.FETCH_IMAGES ? createPictureKeeper(context, { store }) : undefined
  bind('POST /superadmin/dashboard/pictures/retry', {
    guards: [requireAdmin('retry-pictures')],
    handle: async (_, request) => {
      const retry = () => retryFailed(db, clock.now())
      const count = await recordAct(context, 'retry-pictures', request, retry, (pictures) => ({ pictures }))
      keeper?.look()
      return { message: describeRetry(count, config.FETCH_IMAGES) }
    },
  })
  if (keeper) server.addHook('onClose', () => keeper.stop())
  return keeper
}

function describeRetry(count: number, isOn: boolean) {
  if (count === 0) return 'No picture had been given up.'
  const pictures = countWords(count, 'picture is', 'pictures are')
  return isOn ? `${pictures} asked for again.` : `${pictures} asked for again once the server runs with FETCH_IMAGES=1.`
}

/** Where they lie. Servers of one database share it. */
export const openPictureFolder = ({ config }: Pick<Context, 'config'>) => openFolder(path.join(config.DATA_DIR, 'pictures'))
