/** The whole API over a database of the test's own, spoken to through the client that the web app uses. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { onTestFinished } from 'vitest'

import type { Api } from '#contract/calls.ts'
import { createClient, toAppError } from '#contract/client.ts'
import type { ImportDetail, ImportReport, ImportSummary, MendedRow } from '#contract/import.ts'
import type { OfferColumn } from '#contract/offer-csv.ts'

import { createApp, type App } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { openDatabase } from '#db/connection.ts'
import { openTestDatabase } from './database.ts'
import { createClock, type TestClock } from './clock.ts'

export const ADMIN_KEY = 'a-key-for-tests-alone'
/** Saturday 21 November 2026, ten in the morning in Colombo. */
export const MORNING = '2026-11-21T04:30:00.000Z'

export type Row = Partial<Record<OfferColumn, string>>
export type ImportResult = ImportReport & { message: string }
export type TestApp = App & {
  http: Api
  clock: TestClock
  /** Imports rows as a CSV file over HTTP. */
  importRows: (rows: Row[], options?: { strict?: boolean }) => Promise<ImportResult>
  /** Imports the text of a file. */
  importText: (text: string | Buffer, options?: { strict?: boolean }) => Promise<ImportResult>
  /** For a test that opens one after the other: each has the database of the one before it. */
  close: () => Promise<void>
}

/** Opens an app for one test, which closes it when it is over. */
export async function openTestApp({
  at = MORNING,
  variables = {},
  url,
}: {
  at?: string
  variables?: Record<string, string>
  /** Of a database that others use as well; otherwise it has one of its own. */
  url?: string
} = {}): Promise<TestApp> {
  const pool = url === undefined ? await openTestDatabase() : await openDatabase(url)
  const directory = mkdtempSync(path.join(os.tmpdir(), 'kade-app-'))
  const clock = createClock(at)
  const config = readConfig({ DATA_DIR: directory, SUPERADMIN_KEY: ADMIN_KEY, RECOMMENDER_BUDGET: '5000', ...variables })
  const app = await createApp({ config, pool, clock, logger: false })
  await app.server.ready()
  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= (async () => {
      await app.server.close()
      await pool.end()
      rmSync(directory, { recursive: true, force: true })
    })())
  onTestFinished(close)
  const importText = (text: string | Buffer, { strict = false } = {}) => postFile(app, text, strict)
  return {
    ...app,
    clock,
    http: createClient('/api/v1', { fetch: (address, init) => fetchInside(app, address as string, init) }),
    close,
    importText,
    importRows: (rows, options) => importText(toCsv(rows), options),
  }
}

/** `fetch`, answered by the app itself. */
export async function fetchInside({ server }: App, url: string, init: RequestInit = {}) {
  const response = await server.inject({
    method: (init.method ?? 'GET') as 'GET',
    url,
    headers: init.headers as Record<string, string>,
    ...(init.body && { payload: init.body as string }),
  })
  const body = [204, 304].includes(response.statusCode) ? null : response.rawPayload
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
  })
}

/** A client that sends a token with every call. */
export const asBearer = (app: App, token: string) =>
  createClient('/api/v1', {
    headers: () => ({ authorization: `Bearer ${token}` }),
    fetch: (url, init) => fetchInside(app, url as string, init),
  })
/** A client that sends the admin key. */
export const asAdmin = (app: App) => asBearer(app, ADMIN_KEY)

/** Rows as the text of a CSV file. */
export function toCsv(rows: Row[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))] as OfferColumn[]
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return [columns.join(','), ...rows.map((row) => columns.map((column) => quote(row[column] ?? '')).join(','))].join('\n')
}

/** A multipart body with one file, as a browser sends it. */
export function toMultipart(content: string | Buffer, { field = 'csv', fileName = 'offers.csv' } = {}) {
  const boundary = 'kade-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: text/csv\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

async function postFile(app: App, content: string | Buffer, strict: boolean): Promise<ImportResult> {
  const { data, message } = await sendFile(app, `import/csv${strict ? '?strict=1' : ''}`, content)
  return { ...(data as ImportReport), message }
}

/** Sends a file to a call of the dashboard, as its administrator. */
export async function sendFile({ server }: App, call: string, content: string | Buffer) {
  const { headers, payload } = toMultipart(content)
  const response = await server.inject({
    method: 'POST',
    url: `/api/v1/superadmin/dashboard/${call}`,
    headers: { ...headers, authorization: `Bearer ${ADMIN_KEY}` },
    payload,
  })
  const body = response.json<{ success: boolean; data: unknown; message: string }>()
  if (!body.success) throw toAppError(response.statusCode, body as never)
  return body
}

/** What the page `/web` does: sends a file to be checked, follows the import, and decides. */
export function openDesk(app: TestApp) {
  const admin = asAdmin(app)
  const show = async (id: string) => (await admin('GET /superadmin/dashboard/imports/{id}', { params: { id } })).data
  /** The import once it runs no more. */
  async function follow(id: string): Promise<ImportDetail> {
    for (;;) {
      const found = await show(id)
      if (found.state !== 'running') return found
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const undo = async (id: string) => (await admin('POST /superadmin/dashboard/imports/{id}/undo', { params: { id } })).data
  const publish = (id: string) => admin('POST /superadmin/dashboard/imports/{id}/publish', { params: { id } })
  /** Once what was published is tidied up behind its answer, and everybody has been told. */
  async function tidied<T>(answer: T): Promise<T> {
    const { db } = app.context
    const untidy = db.selectFrom('import').select('id').where('state', '=', 'published').where('is_cleaned', '=', false)
    while (await untidy.executeTakeFirst()) await new Promise((resolve) => setTimeout(resolve, 5))
    return answer
  }
  const begin = async (content: string | Buffer) => (await sendFile(app, 'imports', content)).data as ImportSummary
  return {
    admin,
    show,
    follow,
    begin,
    check: async (rows: Row[]) => follow((await begin(toCsv(rows))).id),
    publish: async (id: string) => tidied(await publish(id)),
    refused: async (id: string) => (await admin('GET /superadmin/dashboard/imports/{id}/refused', { params: { id } })).data,
    mend: (id: string, rows: MendedRow[]) => admin('POST /superadmin/dashboard/imports/{id}/rows', { params: { id }, body: { rows } }),
    cancel: (id: string) => admin('POST /superadmin/dashboard/imports/{id}/cancel', { params: { id } }),
    beginUndo: undo,
    undo: async (id: string) => tidied(await follow((await undo(id)).id)),
    list: async () => {
      const found: ImportSummary[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await admin('GET /superadmin/dashboard/imports', { query: { ...(cursor && { cursor }) } })
        found.push(...page.data)
        cursor = page.nextCursor
      }
      return found
    },
  }
}
