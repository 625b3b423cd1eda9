import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { hashSources } from './build-web.ts'

test('a build is stale when a source changed, came or went, and not for a test or another room', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'kade-build-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
    return hashSources(root)
  }
  const first = write('web/offers/offer-page.tsx', 'one')
  expect(write('web/offers/offer-page.test.ts', 'a test')).toBe(first)
  expect(write('api/app.ts', 'the server')).toBe(first)
  const changed = [
    write('web/offers/offer-page.tsx', 'two'),
    write('contract/offer.ts', 'one'),
    write('package.json', '{}'),
    write('vite.config.ts', ''),
  ]
  expect(new Set([first, ...changed]).size).toBe(5)
  expect(write('web/offers/offer-page.tsx', 'one')).not.toBe(changed.at(-1))
})
