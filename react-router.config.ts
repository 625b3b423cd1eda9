import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Config } from '@react-router/dev/config'

/** Compresses what browsers will ask for, once and as tightly as it goes, so that no request waits for it. */
async function compressAssets(directory: string) {
  for (const name of await readdir(directory)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const file = path.join(directory, name)
    const content = await readFile(file)
    await writeFile(
      `${file}.br`,
      await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    )
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  // The whole table of routes is a few hundred bytes: it comes with the first page, and no request asks for more of it.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressAssets(path.join(reactRouterConfig.buildDirectory, 'client', 'assets')),
} satisfies Config
