/** Finds a Chromium: the one that CHROMIUM_PATH names, one that is installed, or the one that comes as a package. */
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type Browser = { executablePath: string; args: string[]; env?: Record<string, string> }

const ARGS = [
  // Letters as wide as on the screens of people, whatever program draws them.
  '--font-render-hinting=none',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  // Nothing outside of this machine is asked for, and nobody waits for what is not there.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]
/** A Chromium without a window to show: opening a page costs it a third of what a whole one takes. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
/** Chromium as people have it. */
export const WHOLE_BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The first of these programs that is installed on this machine, unless CHROMIUM_PATH names one. */
export function findInstalledBrowser(programs = [...SHELLS, ...WHOLE_BROWSERS]): Browser | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const candidates = [...programs.flatMap((program) => folders.map((folder) => path.join(folder, program))), ...PLACES]
  const executablePath = named ?? candidates.find((file) => existsSync(file))
  return executablePath ? { executablePath, args: ARGS } : undefined
}

/** The headless Chromium of a package (Linux), unpacked once, with the libraries and fonts that a bare system lacks. */
export async function unpackBrowser(): Promise<Browser> {
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))
  await inflate(fileURLToPath(libraries))
  const env = { LD_LIBRARY_PATH: path.join(os.tmpdir(), 'al2023', 'lib'), FONTCONFIG_PATH: path.join(os.tmpdir(), 'fonts') }
  return { executablePath: await chromium.executablePath(), args: ARGS, env: { ...inheritEnvironment(), ...env } }
}

const inheritEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** The browser that the journeys run in, or the one that is measured. */
export const findBrowser = async (programs?: string[]): Promise<Browser> => findInstalledBrowser(programs) ?? (await unpackBrowser())

/** The first start of a browser reads 300 MB, from a disk that may be slow. */
const START_LIMIT = 90_000

/** Why a browser does not start, or undefined where it does. */
export async function tryBrowser({ executablePath, args, env }: Browser): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  try {
    const browser = await chromium.launch({ executablePath, args, ...(env && { env }), timeout: START_LIMIT })
    await browser.close()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
