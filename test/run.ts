/**
 * `npm test`: the checks, the tests on both engines, the build, the journeys in a browser; one line closes it. A step that fails does not
 * stop the next. `--faults` runs the long trials of test/faults instead.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { buildWeb } from '#tools/build-web.ts'
import { runChecks, type Tally } from '#tools/check.ts'
import { endChildrenOnSignals, findProgram, runScript } from '#tools/run-program.ts'
import { findBrowser, findInstalledBrowser, tryBrowser } from './browser.ts'
import { findPostgres } from './postgres.ts'
import { add, countPlaywright, countVitest } from './tally.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const ONE_PASSED: Tally = { passed: 1, failed: 0 }
const ONE_FAILED: Tally = { passed: 0, failed: 1 }
const NOTHING: Tally = { passed: 0, failed: 0 }

const reports = mkdtempSync(path.join(os.tmpdir(), 'kade-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
endChildrenOnSignals()

async function runVitest(engine: 'embedded' | 'postgres', config = 'vitest.config.ts'): Promise<Tally> {
  const report = path.join(reports, `${engine}.json`)
  const args = ['run', '--root', '.', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await runScript(findProgram('vitest'), args, { isStreamed: true, env: { TEST_DATABASE: engine } })
  return countVitest(report, code)
}

async function runOnPostgres(config?: string): Promise<Tally> {
  if (findPostgres()) return runVitest('postgres', config)
  const reason = 'no initdb and postgres in PATH, /usr/lib/postgresql or Homebrew (on Debian: apt-get install postgresql)'
  if (process.env['REQUIRE_POSTGRES'] !== '1') {
    say(`SKIPPED: ${reason}`)
    return NOTHING
  }
  say(`FAIL  PostgreSQL is required here (REQUIRE_POSTGRES=1): ${reason}`)
  return ONE_FAILED
}

/** On Debian as root, what no package brings may be installed. */
function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say('No Chromium starts here: installing one with apt-get')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-q'],
    ['install', '-qy', '--no-install-recommends', 'chromium-headless-shell'],
  ]) {
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
}

async function runJourneys(isBuilt: boolean): Promise<Tally> {
  if (!isBuilt) {
    say('FAIL  there is no build to walk through')
    return ONE_FAILED
  }
  let reason = await findBrowser().then(tryBrowser, String)
  if (reason && !findInstalledBrowser()) {
    installBrowser()
    reason = await findBrowser().then(tryBrowser, String)
  }
  if (reason) {
    say(`FAIL  no Chromium starts. Install one, or name it in CHROMIUM_PATH.\n${reason}`)
    return ONE_FAILED
  }
  const report = path.join(reports, 'journeys.json')
  const { code } = await runScript(findProgram('@playwright/test', 'playwright'), ['test', '--reporter=list,json'], {
    isStreamed: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return countPlaywright(report, code)
}

async function runEverything() {
  let isBuilt = false
  const build = async () => {
    isBuilt = await buildWeb()
    return isBuilt ? ONE_PASSED : ONE_FAILED
  }
  return runSteps([
    ['Checks', runChecks],
    ['Tests on PGlite', () => runVitest('embedded')],
    ['Tests on PostgreSQL', () => runOnPostgres()],
    ['Build', build],
    ['Journeys', () => runJourneys(isBuilt)],
  ])
}

const FAULTS = 'test/faults/vitest.config.ts'
const runFaults = () =>
  runSteps([
    ['Faults on PGlite', () => runVitest('embedded', FAULTS)],
    ['Faults on PostgreSQL', () => runOnPostgres(FAULTS)],
  ])

async function runSteps(steps: [title: string, step: () => Promise<Tally>][]): Promise<Tally> {
  let total = NOTHING
  for (const [title, step] of steps) {
    say(`\n== ${title}`)
    const started = performance.now()
    const tally = await step()
    total = add(total, { ...tally, names: tally.names?.map((name) => `${title}: ${name}`) ?? [] })
    say(`== ${title}: ${tally.passed} passed, ${tally.failed} failed (${((performance.now() - started) / 1_000).toFixed(0)} s)`)
  }
  return total
}

const { passed, failed, names } = process.argv.includes('--faults') ? await runFaults() : await runEverything()
process.exitCode = failed > 0 ? 1 : 0
for (const name of names ?? []) say(`FAIL  ${name}`)
say(`\n${passed} passed, ${failed} failed`)
