/** Where uploaded pictures lie: a folder of DATA_DIR, behind an interface that other stores fit as well. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'

import { AppError } from '#contract/errors.ts'

import type { Context } from '../context.ts'

/** Bytes under names that are ours. */
export type PictureStore = {
  put: (name: string, bytes: Buffer) => Promise<void>
  /** Undefined where there is none. */
  get: (name: string) => Promise<Buffer | undefined>
  remove: (name: string) => Promise<void>
}

const NAME = /^[0-9a-f]{32}\.webp$/

export function openFolder(folder: string): PictureStore {
  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true })
      const file = path.join(folder, name)
      try {
        await writeFile(`${file}.part`, bytes, { mode: 0o600 })
        await rename(`${file}.part`, file)
      } catch (error) {
        // Where there was no room, half of it would take what is left.
        await rm(`${file}.part`, { force: true }).catch(() => undefined)
        throw error
      }
    },
    get: (name) =>
      readFile(path.join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    remove: (name) => rm(path.join(folder, name), { force: true }),
  }
}

export type Pictures = {
  /** Keeps a picture under a name that nobody can guess, and answers it. */
  store: (bytes: Buffer) => Promise<string>
  /** Takes away one that nobody shows any more; what cannot be removed now is left, and said in the log. */
  remove: (name: string | null) => Promise<void>
}

/** Keeps uploaded pictures, and serves them under /uploads/. */
export function registerPictureStore(server: FastifyInstance, { config, log }: Context): Pictures {
  const store = openFolder(path.join(config.DATA_DIR, 'uploads'))
  server.get('/uploads/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const bytes = NAME.test(name) ? await store.get(name) : undefined
    if (!bytes) throw new AppError('not_found')
    return reply
      .headers({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        // A name is never used twice; yet a picture that was taken away shall not live on in caches of others.
        'cache-control': 'private, max-age=86400, immutable',
      })
      .send(bytes)
  })
  return {
    async store(bytes) {
      const name = `${randomBytes(16).toString('hex')}.webp`
      await store.put(name, bytes)
      return name
    },
    async remove(name) {
      if (name !== null)
        await store.remove(name).catch((error: unknown) => log.error({ err: error, name }, 'a picture could not be removed'))
    },
  }
}
