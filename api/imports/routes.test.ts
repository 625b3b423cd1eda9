/** What a form may carry beside a good file: nothing of it may cost more than a refusal. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { ADMIN_KEY, openTestApp, toMultipart } from '#test/app.ts'
import { startImport } from './data.ts'
import { importDemo } from './import-demo.ts'
import { clearUploads } from './spool-upload.ts'

const PART = 'content-disposition: form-data; name="csv"; filename="a.csv"\r\n\r\ntitle,shop\nTea,Kade\n'
const whole = `--b\r\n${PART}\r\n--b--\r\n`

test('a form that breaks off, wherever it does, or cannot be read changes nothing and leaves nothing behind', async () => {
  const { server, http, context } = await openTestApp()
  const post = async (payload: string, type = 'multipart/form-data; boundary=b') => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': type }
    const response = await server.inject({ method: 'POST', url: '/api/v1/superadmin/dashboard/import/csv', headers, payload })
    return [response.statusCode, response.json<{ code: string }>().code]
  }
  const refused = [400, 'import_refused']
  for (const end of [whole.length - 30, whole.length - 8, whole.length - 5]) expect(await post(whole.slice(0, end))).toEqual(refused)
  expect(await post(`--b\r\n${PART}\r\n--b\r\ncontent-disp`)).toEqual(refused)
  expect(await post(`--b\r\n${PART}\r\n--b\r\n${PART}\r\n--b--\r\n`)).toEqual(refused)
  expect(await post(whole, 'multipart/form-data')).toEqual(refused)
  expect(await post('nothing of the kind')).toEqual(refused)
  expect((await http('GET /shops')).total).toBe(0)
  expect(readdirSync(path.join(context.config.DATA_DIR, 'tmp'))).toEqual([])
  expect(await post(whole)).toEqual([200, undefined])
})

test('the demo is not removed beside an import', async () => {
  const { server, context } = await openTestApp()
  await importDemo(context)
  const remove = async () => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}` }
    return (await server.inject({ method: 'DELETE', url: '/api/v1/superadmin/dashboard/demo', headers })).statusCode
  }
  const lock = await context.pool.tryLock('kade:import')
  await startImport(context.db, { kind: 'upload', fileName: null, fileHash: null, at: new Date(context.clock.now()) })
  expect(await remove()).toBe(409)
  await lock!.release()
  expect(await remove()).toBe(200)
})

test('the name of a file may be anything', async () => {
  const { server } = await openTestApp()
  for (const fileName of ['a\0b.csv', '../../etc/passwd', 'x'.repeat(5_000), '']) {
    const { headers, payload } = toMultipart('title,shop\nTea,Kade\n', { fileName })
    const url = '/api/v1/superadmin/dashboard/import/csv'
    const response = await server.inject({ method: 'POST', url, headers: { ...headers, authorization: `Bearer ${ADMIN_KEY}` }, payload })
    expect(response.statusCode).toBe(200)
  }
})

test('uploads that a killed process left are removed, and those that still arrive are not', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kade-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['upload-old.csv', 'upload-new.csv', 'other.csv']) writeFileSync(path.join(folder, name), 'title')
  utimesSync(path.join(folder, 'upload-old.csv'), new Date(0), new Date(0))
  clearUploads(folder, 60_000)
  expect(readdirSync(folder)).toEqual(['other.csv', 'upload-new.csv'])
  clearUploads(folder, 0)
  expect(readdirSync(folder)).toEqual(['other.csv'])
})
