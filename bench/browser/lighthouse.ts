/** Lighthouse, as a phone sees a page. It is fetched when asked for: hardly anyone needs it, and it is larger than all the rest. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import { chromium } from '@playwright/test'

import type { Browser } from '#test/browser.ts'

const LIGHTHOUSE = 'lighthouse@13'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LIMIT = 180_000

export type Scores = Record<(typeof CATEGORIES)[number], number> & {
  /** Largest Contentful Paint, in milliseconds. */
  lcp: number
  /** Total Blocking Time, in milliseconds. */
  tbt: number
  /** Cumulative Layout Shift. */
  cls: number
  /** What is not perfect, by the audit's own name. */
  faults: string[]
}

type Audit = { score: number | null; scoreDisplayMode: string; numericValue?: number }
type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

/** It now and then loses the beginning of a page and fails by that: what it cannot measure is measured again. */
const TRIES = 3

async function runAudits(url: string, browser: Browser, flags: string[], tries: number): Promise<Report> {
  const categories = CATEGORIES.join(',')
  const run = promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, url, '--output=json', '--quiet', `--only-categories=${categories}`, ...flags],
    { env: { ...process.env, ...browser.env, CHROME_PATH: browser.executablePath }, timeout: LIMIT, maxBuffer: 64 * 1024 * 1024 },
  )
  const done = await run.catch((error: Error & { stderr?: string }) => new Error(error.stderr || error.message.slice(0, 500)))
  if (!(done instanceof Error)) return JSON.parse(done.stdout) as Report
  if (tries === 1) throw done
  return runAudits(url, browser, flags, tries - 1)
}

/**
 * What a whole browser does beside the page, on the processors that are measured: the popups of its address bar are two pages of their own, and start
 * with it. The last list of features counts, so what Lighthouse turns off itself stands here once more.
 */
const BESIDE = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'Translate', 'OptimizationHints', 'MediaRouter']

/** `slowdown`: how much slower a phone's processor is taken to be than this one. */
export async function runLighthouse(url: string, browser: Browser, slowdown: number): Promise<Scores> {
  const flags = ['--headless=new', ...browser.args, `--disable-features=${BESIDE.join(',')}`]
  return toScores(
    await runAudits(url, browser, [`--chrome-flags=${flags.join(' ')}`, `--throttling.cpuSlowdownMultiplier=${slowdown}`], TRIES),
  )
}

/** The same in a browser of its own that holds something in its storage already, and nothing in its caches. */
export async function runLighthouseWith(storage: Record<string, string>, url: string, browser: Browser): Promise<Scores> {
  const directory = mkdtempSync(join(os.tmpdir(), 'kade-chrome-'))
  const port = await findFreePort()
  const context = await chromium.launchPersistentContext(directory, {
    ...browser,
    args: [...browser.args, `--remote-debugging-port=${port}`],
  })
  try {
    const page = await context.newPage()
    // A file of the same origin, without a script.
    await page.goto(new URL('/robots.txt', url).href)
    await page.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), storage)
    return toScores(await runAudits(url, browser, [`--port=${port}`, '--disable-storage-reset'], TRIES))
  } finally {
    await context.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function toScores({ categories: found, audits }: Report): Scores {
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)])) as Record<
    (typeof CATEGORIES)[number],
    number
  >
  const weighed = new Set(Object.values(found).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id)))
  const faults = Object.entries(audits).flatMap(([id, { score }]) => (weighed.has(id) && score !== null && score < 0.9 ? [id] : []))
  return {
    ...scores,
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    faults,
  }
}

/**
 * The same headline and pictures as a page of the product, in the same places, without anything else: what a browser needs at the least
 * to show them.
 */
export async function serveStatic(product: string, path: string) {
  const html = await (await fetch(product + path)).text()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const heading = /<h1[^>]*>.*?<\/h1>/s.exec(main)?.[0] ?? ''
  const pictures = main.match(/<img[^>]*>/g) ?? []
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static</title><style>body{margin:1rem;font-family:sans-serif}img{width:100%;aspect-ratio:4/3;object-fit:cover}</style>${heading}${pictures.join('')}`
  const body = brotliCompressSync(page)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': body.length })
      return response.end(body)
    }
    const picture = await fetch(product + request.url)
    const headers = ['content-type', 'cache-control'].map((name) => [name, picture.headers.get(name) ?? ''])
    response.writeHead(picture.status, Object.fromEntries(headers) as Record<string, string>)
    return response.end(Buffer.from(await picture.arrayBuffer()))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
