import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openPool } from './connection.ts'
import { lockDirectory } from './lock.ts'

function makeDirectory() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-lock-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Another process that takes the lock, says so, and holds it. */
async function holdElsewhere(directory: string) {
  const script = `import { lockDirectory } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}; lockDirectory(process.argv[1]); process.stdout.write('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  return holder
}

test('a directory that another process holds is refused, and the message says which', async () => {
  const directory = makeDirectory()
  await holdElsewhere(directory)
  expect(() => lockDirectory(directory)).toThrow(`the data directory is in use by another process: ${directory}`)
  await expect(openPool(directory)).rejects.toThrow('in use by another process')
})

test('a killed process leaves no lock behind', async () => {
  const directory = makeDirectory()
  const holder = await holdElsewhere(directory)
  const gone = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await gone
  expect(() => lockDirectory(directory)()).not.toThrow()
})

test('the lock is free again when it is given back', () => {
  const directory = makeDirectory()
  lockDirectory(directory)()
  expect(() => lockDirectory(directory)()).not.toThrow()
})
