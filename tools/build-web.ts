/** Builds the web app into build/. With --if-stale only where its sources have changed since; it says so in one line. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { findProgram, ROOT, runScript } from './run-program.ts'

const SOURCES = ['web', 'contract', 'package.json', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts']

/** One fingerprint of all that a build is made of: file times say little after a checkout. */
export function hashSources(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES.map((name) => path.join(root, name)).filter((file) => existsSync(file))) {
    const isFolder = !path.extname(source)
    const files = isFolder ? readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : []
    const names = isFolder ? files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted() : [source]
    for (const name of names.filter((file) => !/\.test\.tsx?$/.test(file)))
      hash.update(`${path.relative(root, name)}\0`).update(readFileSync(name))
  }
  return hash.digest('hex')
}

/** Builds, and answers whether that went well. */
export async function buildWeb({ ifStale = false, root = ROOT } = {}): Promise<boolean> {
  const mark = path.join(root, 'build', 'sources.sha256')
  const hash = hashSources(root)
  if (ifStale && existsSync(mark) && readFileSync(mark, 'utf8') === hash) return true
  process.stdout.write('Building the web app … ')
  const { code, output, seconds } = await runScript(findProgram('@react-router/dev', 'react-router'), ['build'], {
    env: { NODE_ENV: 'production' },
    cwd: root,
  })
  process.stdout.write(code === 0 ? `done in ${seconds.toFixed(1)} s\n` : `failed\n${output}`)
  if (code === 0) writeFileSync(mark, hash)
  return code === 0
}

if (import.meta.main) process.exitCode = (await buildWeb({ ifStale: process.argv.includes('--if-stale') })) ? 0 : 1
