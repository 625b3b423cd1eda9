import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('./check-node.mjs', import.meta.url))

/** Runs the check as an older Node on some platform would. */
function runAs(version: string, platform: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); Object.defineProperty(process, 'platform', { value: '${platform}' })`
  return spawnSync(process.execPath, ['-e', `${pretend}; import(${JSON.stringify(`file://${script}`)})`], { encoding: 'utf8' })
}

test('an older Node is told what to do on its platform, and this one is content', () => {
  expect(runAs('20.19.0', 'linux')).toMatchObject({ status: 1, stderr: expect.stringMatching(/needs Node 24.*20\.19\.0[^]*npm start/) })
  expect(runAs('18.0.0', 'darwin')).toMatchObject({ status: 1, stderr: expect.stringContaining('Install Node 24') })
  expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toBe('')
})
